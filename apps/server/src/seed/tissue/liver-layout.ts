/**
 * Layout of a piece of liver: lobules around central veins, plates of hepatocytes running towards them, sinusoids
 * between the plates, portal tracts with vein, artery and bile duct at the corners. At 0.25 µm/px, 1 µm is 4 px.
 *
 * Textbook sizes, as in B. Young et al., "Wheater's Functional Histology", chapter 15: lobules about 1 mm across, hepatocytes 20 to 30 µm.
 */
import { BodyPacking, type PackedBody } from "./body-packing.ts";
import { linkChains } from "./chains.ts";
import { gradientNoise } from "./noise.ts";
import { scatter } from "./placement.ts";
import { between, type Random, seededRandom } from "./random.ts";
import { blobOutline } from "./tissue-outline.ts";

export const LIVER_KINDS = ["hepatocyte-plate", "central-vein", "portal-vein", "hepatic-artery", "bile-duct"] as const;
export type LiverKind = (typeof LIVER_KINDS)[number];

interface LiverBody extends PackedBody {
  readonly kind: LiverKind;
  /** px */
  readonly wall: number;
  readonly shade: number;
}

export interface LiverLayout {
  readonly bodies: readonly LiverBody[];
  readonly packing: BodyPacking;
  /** One body per hepatocyte; borders between cells are where the depth is 0. */
  readonly cells: BodyPacking;
  readonly hepatocytes: readonly (readonly [number, number])[];
  edge(x: number, y: number): number;
  /** px inside the connective tissue of a portal tract, negative in the parenchyma. */
  portal(x: number, y: number): number;
  /** From 0 at a central vein to 1 at a portal tract. */
  zone(x: number, y: number): number;
}

/** Distance between neighbouring central veins. */
const LOBULE_PX = 3100;
/** Distance between neighbouring hepatocytes. */
const HEPATOCYTE_PX = 76;
const PORTAL_PX = 250;

export function layOutLiver(seed: number, width: number, height: number): LiverLayout {
  const random = seededRandom(seed);
  const noise = gradientNoise(seed + 1);
  const edge = blobOutline(gradientNoise(seed + 2), width, height, 0.9);
  const pitch = Math.min(LOBULE_PX, Math.max(1100, Math.min(width, height) * 0.8));
  const { centres, corners } = placeLobules(random, width, height, pitch);

  const nearest = (points: readonly (readonly [number, number])[], x: number, y: number) => {
    let best = points[0]!;
    let nearest = Number.POSITIVE_INFINITY;
    for (const point of points) {
      const squared = (point[0] - x) ** 2 + (point[1] - y) ** 2;
      if (squared < nearest) {
        nearest = squared;
        best = point;
      }
    }
    return { point: best, distance: Math.sqrt(nearest) };
  };
  const portal = (x: number, y: number) => {
    const { point, distance } = nearest(corners, x, y);
    const size = PORTAL_PX * (0.75 + 0.5 * noise(point[0] / 777, point[1] / 777 + 5) ** 2);
    return (
      size - distance * (0.9 + 0.1 * noise(point[1], 3.3)) + 70 * noise(x / 170, y / 170) + 22 * noise(x / 50, y / 50)
    );
  };
  const zone = (x: number, y: number) => {
    const toCentre = nearest(centres, x, y).distance;
    const toPortal = nearest(corners, x, y).distance;
    return toCentre / (toCentre + toPortal + 1);
  };

  const bodies: LiverBody[] = [];
  const add = (kind: LiverKind, axis: number[], radius: number, wall: number) => {
    bodies.push({ kind, axis, radius, wall, shade: between(random, 0.92, 1.08) });
  };
  for (const [x, y] of centres) {
    const radius = between(random, 110, 200);
    const turn = random() * Math.PI;
    const length = radius * between(random, 0, 0.9);
    if (edge(x, y) > 300)
      add("central-vein", [x, y, x + Math.cos(turn) * length, y + Math.sin(turn) * length], radius, 8);
  }
  for (const [x, y] of corners) {
    if (edge(x, y) > 220) fillPortalTract(random, x, y, add);
  }
  const vessels = bodies.length;
  const vesselPacking = new BodyPacking(width, height, bodies, 60);
  const hepatocytes = scatter(
    random,
    width,
    height,
    HEPATOCYTE_PX,
    (x, y) => {
      if (edge(x, y) < -30 || portal(x, y) > -30) return 0;
      vesselPacking.locate(x, y);
      return vesselPacking.nearest >= 0 && vesselPacking.depth > -44 ? 0 : HEPATOCYTE_PX;
    },
    26,
  );
  const chains = linkChains(random, width, height, hepatocytes, {
    direction(x, y) {
      const { point, distance } = nearest(centres, x, y);
      const turn = 0.9 * noise(x / 260, y / 260);
      const ux = (point[0] - x) / (distance + 1);
      const uy = (point[1] - y) / (distance + 1);
      return [ux * Math.cos(turn) - uy * Math.sin(turn), ux * Math.sin(turn) + uy * Math.cos(turn)];
    },
    continues: () => 0.93,
    narrowness: () => 0.5,
    mayLink: () => true,
    maxLinkPx: 150,
    maxVertices: 20,
  });
  for (const axis of chains) add("hepatocyte-plate", axis, 64, 1000);
  return {
    bodies,
    packing: new BodyPacking(width, height, bodies, 90),
    cells: new BodyPacking(
      width,
      height,
      [...bodies.slice(0, vessels), ...hepatocytes.map((place) => ({ axis: place, radius: 62 }))],
      30,
    ),
    hepatocytes,
    edge,
    portal,
    zone,
  };
}

/** Centres on a distorted honeycomb, corners where three lobules meet. */
function placeLobules(random: Random, width: number, height: number, pitch: number) {
  const centres: [number, number][] = [];
  const corners: [number, number][] = [];
  const rowPitch = pitch * 0.87;
  const shift = pitch * 0.1;
  for (let row = -1; (row - 1) * rowPitch < height; row++) {
    for (let column = -1; (column - 1) * pitch < width; column++) {
      const x = (column + (row & 1 ? 0.75 : 0.25)) * pitch;
      const y = (row + 0.5) * rowPitch;
      centres.push([x + between(random, -shift, shift), y + between(random, -shift, shift)]);
      for (const side of [-0.29, 0.29]) {
        corners.push([
          x + pitch * 0.5 + between(random, -shift, shift),
          y + pitch * side + between(random, -shift, shift),
        ]);
      }
    }
  }
  return { centres, corners };
}

function fillPortalTract(
  random: Random,
  x: number,
  y: number,
  add: (kind: LiverKind, axis: number[], radius: number, wall: number) => void,
): void {
  const turn = random() * 2 * Math.PI;
  const place = (angle: number, away: number) =>
    [x + Math.cos(turn + angle) * away, y + Math.sin(turn + angle) * away] as const;
  const vein = place(0, 75);
  const length = between(random, 30, 120);
  add(
    "portal-vein",
    [vein[0], vein[1], vein[0] + Math.cos(turn + 1) * length, vein[1] + Math.sin(turn + 1) * length],
    between(random, 80, 115),
    9,
  );
  const artery = place(2.3, 130);
  const arteryRadius = between(random, 34, 48);
  add("hepatic-artery", [...artery], arteryRadius, arteryRadius * 0.55);
  const ducts = random() < 0.4 ? [3.7, 4.6] : [4];
  for (const angle of ducts) add("bile-duct", [...place(angle, 145)], between(random, 52, 68), 34);
}
