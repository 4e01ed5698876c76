/**
 * The cells of the kidney wedge: nuclei in tubule walls, tufts, vessels and interstitium, and red cells in vessels and capillaries.
 */
import type { KidneyBody, KidneyKind, KidneyLayout } from "./kidney-layout.ts";
import { capillaryAt, TUFT_SURFACE } from "./kidney-tuft.ts";
import { makeNucleus, type Nucleus, type NucleusType } from "./nucleus.ts";
import { Crowd } from "./placement.ts";
import { between, type Random, seededRandom } from "./random.ts";

const ROUND = { roundness: [0.76, 1], irregularity: 0.05 } as const;

const NUCLEUS_TYPES = {
  proximal: {
    kind: "nucleus",
    radiusPx: [10.5, 15],
    density: [0.42, 0.85],
    rim: 0.26,
    clumping: 0.24,
    nucleolusShare: 0.45,
    ...ROUND,
  },
  distal: {
    kind: "nucleus",
    radiusPx: [9.5, 13.5],
    density: [0.5, 0.92],
    rim: 0.25,
    clumping: 0.22,
    nucleolusShare: 0.25,
    ...ROUND,
  },
  collecting: {
    kind: "nucleus",
    radiusPx: [10, 14],
    density: [0.5, 0.9],
    rim: 0.28,
    clumping: 0.22,
    nucleolusShare: 0.2,
    ...ROUND,
  },
  tuft: {
    kind: "nucleus",
    radiusPx: [9, 14],
    roundness: [0.58, 0.95],
    irregularity: 0.07,
    density: [0.75, 1.12],
    rim: 0.16,
    clumping: 0.24,
    nucleolusShare: 0.05,
  },
  flat: {
    kind: "nucleus",
    radiusPx: [11, 19],
    roundness: [0.24, 0.42],
    irregularity: 0.05,
    density: [0.65, 1.15],
    rim: 0.1,
    clumping: 0.2,
    nucleolusShare: 0,
  },
  muscle: {
    kind: "nucleus",
    radiusPx: [18, 30],
    roundness: [0.2, 0.32],
    irregularity: 0.06,
    density: [0.65, 0.95],
    rim: 0.12,
    clumping: 0.18,
    nucleolusShare: 0,
  },
} as const satisfies Record<string, NucleusType>;

/**
 * Arrangement of nuclei in a tubule's wall: distance in px from one to the next, share of cells whose nucleus is in the
 * section, height in the wall (0: base).
 */
const WALLS = {
  proximal: { pitch: 44, share: 0.62, height: [0.3, 0.5], type: NUCLEUS_TYPES.proximal },
  distal: { pitch: 34, share: 0.84, height: [0.46, 0.66], type: NUCLEUS_TYPES.distal },
  collecting: { pitch: 40, share: 0.85, height: [0.4, 0.56], type: NUCLEUS_TYPES.collecting },
  "thick-limb": { pitch: 36, share: 0.8, height: [0.42, 0.6], type: NUCLEUS_TYPES.distal },
} as const;

/** Minimum distance between two nuclei, px. */
const ELBOW_ROOM_PX = 23;
/** Thickness of the capsule with the bases of the first cells below it, px. */
const CAPSULE_PX = 76;
/** Minimum distance of a nucleus from the tissue's edge, px. */
const EDGE_ROOM_PX = 10;

export function placeKidneyNuclei(seed: number, layout: KidneyLayout, width: number, height: number): Nucleus[] {
  const random = seededRandom(seed + 11);
  const nuclei: Nucleus[] = [];
  const crowd = new Crowd(width, height, 40);

  /** Places a nucleus at a point of the packing if there is room. */
  const put = (type: NucleusType, packedX: number, packedY: number, angle: number, room = ELBOW_ROOM_PX) => {
    const [x, y] = layout.toSlide(packedX, packedY);
    // The capsule contains only flat cells.
    if (type !== NUCLEUS_TYPES.flat && layout.belowCapsule(x, y) < CAPSULE_PX) return;
    if (layout.edge(x, y) < EDGE_ROOM_PX || !crowd.hasRoom(x, y, room)) return;
    crowd.add(x, y);
    nuclei.push(makeNucleus(random, type, x, y, angle));
  };

  layout.bodies.forEach((body, index) => {
    PLACERS[body.kind](random, layout, body, index, put);
  });
  placeInterstitial(random, layout, width, height, put);
  return nuclei;
}

type Put = (type: NucleusType, packedX: number, packedY: number, angle: number, room?: number) => void;
type Placer = (random: Random, layout: KidneyLayout, body: KidneyBody, index: number, put: Put) => void;

const PLACERS: Record<KidneyKind, Placer> = {
  proximal: placeTubuleNuclei,
  distal: placeTubuleNuclei,
  collecting: placeTubuleNuclei,
  "thick-limb": placeTubuleNuclei,
  glomerulus: placeTuftNuclei,
  artery: placeVesselNuclei,
  vein: placeVesselNuclei,
};

/** Distance in px from a point of the axis to the body's surface in a direction, in the packing. */
export function distanceToSurface(
  { packing }: KidneyLayout,
  index: number,
  x: number,
  y: number,
  dx: number,
  dy: number,
  most: number,
): number {
  const step = 6;
  for (let distance = 8; distance < most; distance += step) {
    packing.locate(x + dx * distance, y + dy * distance);
    if (packing.nearest !== index || packing.depth < 4) return distance - step;
  }
  return most;
}

function placeTubuleNuclei(random: Random, layout: KidneyLayout, body: KidneyBody, index: number, put: Put): void {
  const { pitch, share, height, type } = WALLS[body.kind as keyof typeof WALLS];
  const { axis, radius, wall } = body;
  const onRay = (x: number, y: number, angle: number) => {
    if (random() > share) return;
    const dx = Math.cos(angle);
    const dy = Math.sin(angle);
    const surface = distanceToSurface(layout, index, x, y, dx, dy, radius * 1.3);
    const from = surface - wall * between(random, height[0], height[1]);
    if (from < 0 || surface < 24) return;
    const px = x + dx * from;
    const py = y + dy * from;
    // Where the tubule bends, a ray may end in the lumen of the tubule's next stretch.
    layout.packing.locate(px, py);
    if (layout.packing.nearest !== index || layout.packing.depth > wall * 0.86) return;
    put(type, px, py, angle + Math.PI / 2 + between(random, -0.5, 0.5));
  };
  const turn = random() * 2 * Math.PI;
  const spokes = Math.round((2 * Math.PI * (radius * 0.78 - wall * 0.4)) / pitch);
  const last = axis.length - 2;
  for (let spoke = 0; spoke < spokes; spoke++) {
    const angle = turn + ((spoke + between(random, -0.25, 0.25)) / spokes) * 2 * Math.PI;
    onRay(axis[0]!, axis[1]!, angle);
    if (last > 0) onRay(axis[last]!, axis[last + 1]!, angle);
  }
  for (let i = 0; i + 3 < axis.length; i += 2) {
    const dx = axis[i + 2]! - axis[i]!;
    const dy = axis[i + 3]! - axis[i + 1]!;
    const length = Math.hypot(dx, dy);
    const across = Math.atan2(dy, dx) + Math.PI / 2;
    for (let along = random() * pitch; along < length; along += pitch * between(random, 0.8, 1.2)) {
      const x = axis[i]! + (dx * along) / length;
      const y = axis[i + 1]! + (dy * along) / length;
      onRay(x, y, across);
      onRay(x, y, across + Math.PI);
    }
  }
}

function placeTuftNuclei(random: Random, layout: KidneyLayout, body: KidneyBody, index: number, put: Put): void {
  const [x, y] = body.axis as [number, number];
  const darts = Math.round((body.radius * body.radius) / 110);
  for (let dart = 0; dart < darts; dart++) {
    const angle = random() * 2 * Math.PI;
    const distance = Math.sqrt(random()) * body.radius;
    const px = x + Math.cos(angle) * distance;
    const py = y + Math.sin(angle) * distance;
    const { inTuft, inLumen, wallAngle } = capillaryAt(body, px, py);
    if (inTuft < TUFT_SURFACE || inLumen > -2.5) continue;
    put(NUCLEUS_TYPES.tuft, px, py, wallAngle + between(random, -0.4, 0.4), between(random, 23, 29));
  }
  const flat = Math.round((2 * Math.PI * body.radius) / 74);
  for (let i = 0; i < flat; i++) {
    const angle = ((i + random()) / flat) * 2 * Math.PI;
    const surface = distanceToSurface(layout, index, x, y, Math.cos(angle), Math.sin(angle), body.radius * 1.1);
    put(
      NUCLEUS_TYPES.flat,
      x + Math.cos(angle) * (surface - 4),
      y + Math.sin(angle) * (surface - 4),
      angle + Math.PI / 2,
    );
  }
}

function placeVesselNuclei(random: Random, layout: KidneyLayout, body: KidneyBody, index: number, put: Put): void {
  const [x, y] = body.axis as [number, number];
  const layers = Math.max(1, Math.floor(body.wall / 17));
  for (let layer = 0; layer <= layers; layer++) {
    const isLining = layer === layers;
    const type = isLining ? NUCLEUS_TYPES.flat : NUCLEUS_TYPES.muscle;
    const around = 2 * Math.PI * (body.radius - (layer + 0.5) * 17);
    for (let along = random() * 60; along < around; along += between(random, 46, 120)) {
      const angle = (along / around) * 2 * Math.PI;
      const surface = distanceToSurface(layout, index, x, y, Math.cos(angle), Math.sin(angle), body.radius * 1.1);
      const from = isLining ? surface - body.wall - 1 : surface - 10 - layer * 17 + between(random, -4, 4);
      if (from < 10) continue;
      put(
        type,
        x + Math.cos(angle) * from,
        y + Math.sin(angle) * from,
        angle + Math.PI / 2 + between(random, -0.15, 0.15),
        17,
      );
    }
  }
}

/** Flat nuclei between the tubules: endothelium of capillaries and interstitial cells. */
function placeInterstitial(random: Random, layout: KidneyLayout, width: number, height: number, put: Put): void {
  const { packing } = layout;
  const darts = Math.round((width * height) / 700);
  for (let dart = 0; dart < darts; dart++) {
    const x = random() * width;
    const y = random() * height;
    packing.locate(x, y);
    const depth = packing.depth;
    if (depth > 2 || packing.nearest < 0) continue;
    if (random() > 0.3) continue;
    packing.locate(x + 3, y);
    const slopeX = packing.depth - depth;
    packing.locate(x, y + 3);
    const slopeY = packing.depth - depth;
    put(NUCLEUS_TYPES.flat, x, y, Math.atan2(slopeX, -slopeY), 25);
  }
}
