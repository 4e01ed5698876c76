/**
 * The cells of the skin: keratinocytes in their layers, cells of glands and follicles, fibroblasts, endothelium, fat.
 */
import { BodyPacking } from "./body-packing.ts";
import { makeNucleus, type Nucleus, type NucleusType } from "./nucleus.ts";
import { Crowd, scatter } from "./placement.ts";
import { between, type Random, seededRandom } from "./random.ts";
import { SKIN_KINDS, type SkinBody, type SkinKind, type SkinLayout } from "./skin-layout.ts";

const TYPES = {
  basal: {
    kind: "basal-cell",
    radiusPx: [13, 17],
    roundness: [0.48, 0.68],
    density: [0.75, 1.1],
    rim: 0.12,
    clumping: 0.2,
    nucleolusShare: 0.05,
    irregularity: 0.05,
  },
  spinous: {
    kind: "keratinocyte",
    radiusPx: [13, 17.5],
    roundness: [0.66, 0.95],
    density: [0.42, 0.75],
    rim: 0.26,
    clumping: 0.24,
    nucleolusShare: 0.6,
    irregularity: 0.05,
  },
  granular: {
    kind: "keratinocyte",
    radiusPx: [13, 19],
    roundness: [0.28, 0.42],
    density: [0.6, 0.9],
    rim: 0.1,
    clumping: 0.2,
    nucleolusShare: 0,
    irregularity: 0.04,
  },
  fibroblast: {
    kind: "fibroblast",
    radiusPx: [13, 27],
    roundness: [0.14, 0.32],
    density: [0.75, 1.15],
    rim: 0.1,
    clumping: 0.18,
    nucleolusShare: 0,
    irregularity: 0.06,
  },
  lymphocyte: {
    kind: "lymphocyte",
    radiusPx: [9, 13],
    roundness: [0.76, 1],
    density: [0.95, 1.25],
    rim: 0.1,
    clumping: 0.26,
    nucleolusShare: 0,
    irregularity: 0.03,
  },
  glandular: {
    kind: "gland-cell",
    radiusPx: [10, 13.5],
    roundness: [0.78, 1],
    density: [0.55, 0.9],
    rim: 0.2,
    clumping: 0.22,
    nucleolusShare: 0.2,
    irregularity: 0.04,
  },
  sheath: {
    kind: "sheath-cell",
    radiusPx: [11, 15],
    roundness: [0.55, 0.85],
    density: [0.6, 1],
    rim: 0.16,
    clumping: 0.22,
    nucleolusShare: 0.2,
    irregularity: 0.05,
  },
  sebaceous: {
    kind: "sebocyte",
    radiusPx: [9.5, 13],
    roundness: [0.75, 1],
    density: [0.55, 0.9],
    rim: 0.2,
    clumping: 0.2,
    nucleolusShare: 0.3,
    irregularity: 0.08,
  },
} as const satisfies Record<string, NucleusType>;

export interface SkinCells {
  readonly nuclei: readonly Nucleus[];
  /** Each cell of an epithelium as a body around its nucleus; borders between cells are where the depth is 0. */
  readonly epithelium: BodyPacking;
}

/** Thickness of the basal row and of the granular layer, px. */
const BASAL_PX = 32;
const GRANULAR_PX = 62;

export function placeSkinCells(seed: number, layout: SkinLayout, width: number, height: number): SkinCells {
  const random = seededRandom(seed + 7);
  const nuclei: Nucleus[] = [];
  const epithelial: Nucleus[] = [];
  const addEpithelial = (type: NucleusType, x: number, y: number, angle: number) => {
    const nucleus = makeNucleus(random, type, x, y, angle);
    nuclei.push(nucleus);
    epithelial.push(nucleus);
  };
  placeKeratinocytes(random, layout, width, height, addEpithelial);
  placeInBodies(random, layout, width, height, (type, x, y, angle) => addEpithelial(type, x, y, angle));
  placeInDermis(random, layout, width, height, (type, x, y, angle) =>
    nuclei.push(makeNucleus(random, type, x, y, angle)),
  );
  return {
    nuclei,
    epithelium: new BodyPacking(
      width,
      height,
      epithelial.map(({ x, y }) => ({ axis: [x, y], radius: 60 })),
      10,
    ),
  };
}

type Add = (type: NucleusType, x: number, y: number, angle: number) => void;

/** The body at a point, if the point is inside it by more than `margin` px. */
function bodyAt(layout: SkinLayout, x: number, y: number, margin: number): SkinBody | undefined {
  layout.packing.locate(x, y);
  return layout.packing.nearest >= 0 && layout.packing.depth > margin
    ? layout.bodies[layout.packing.nearest]
    : undefined;
}

function placeKeratinocytes(random: Random, layout: SkinLayout, width: number, height: number, add: Add): void {
  const depth = Math.min(height, 2700);
  const places = scatter(
    random,
    width,
    depth,
    48,
    (x, y) => {
      const below = layout.belowSurface(x, y);
      const junction = layout.belowJunction(x, y);
      if (below < 16 || junction > -11 || layout.edge(x, y) < 16 || bodyAt(layout, x, y, -4)) return 0;
      if (junction > -BASAL_PX) return 22;
      return below < GRANULAR_PX ? 40 : Math.min(46, 33 + Math.min(below, -junction) * 0.12);
    },
    40,
  );
  for (const [x, y] of places) {
    const junction = layout.belowJunction(x, y);
    if (junction > -BASAL_PX) {
      const slope = Math.atan2(layout.belowJunction(x, y + 6) - junction, layout.belowJunction(x + 6, y) - junction);
      add(TYPES.basal, x, y, slope + between(random, -0.3, 0.3));
    } else if (layout.belowSurface(x, y) < GRANULAR_PX) {
      add(TYPES.granular, x, y, between(random, -0.2, 0.2));
    } else {
      add(TYPES.spinous, x, y, between(random, -0.6, 0.6) + (junction > -90 ? Math.PI / 2 : 0));
    }
  }
}

/** Arrangement of cells in a body: px between them, and range of depths. */
const BODY_CELLS: Record<SkinKind, { spacing: number; from: number; to: number; type: NucleusType }> = {
  "sweat-gland": { spacing: 30, from: 20, to: 38, type: TYPES.glandular },
  "sweat-duct": { spacing: 23, from: 11, to: 40, type: TYPES.glandular },
  "hair-follicle": { spacing: 25, from: 9, to: 92, type: TYPES.sheath },
  "hair-bulb": { spacing: 23, from: 9, to: 1000, type: TYPES.sheath },
  "sebaceous-gland": { spacing: 62, from: 26, to: 1000, type: TYPES.sebaceous },
  vessel: { spacing: 34, from: 2, to: 14, type: TYPES.fibroblast },
};

function placeInBodies(random: Random, layout: SkinLayout, width: number, height: number, add: Add): void {
  const crowd = new Crowd(width, height, 64);
  layout.bodies.forEach(({ axis, radius, kind }, index) => {
    const { spacing, from, to, type } = BODY_CELLS[kind];
    let left = Number.POSITIVE_INFINITY;
    let right = 0;
    let top = Number.POSITIVE_INFINITY;
    let bottom = 0;
    for (let i = 0; i < axis.length; i += 2) {
      left = Math.min(left, axis[i]! - radius);
      right = Math.max(right, axis[i]! + radius);
      top = Math.min(top, axis[i + 1]! - radius);
      bottom = Math.max(bottom, axis[i + 1]! + radius);
    }
    const darts = ((right - left) * (bottom - top) * 12) / (spacing * spacing);
    for (let dart = 0; dart < darts; dart++) {
      const x = between(random, left, right);
      const y = between(random, top, bottom);
      layout.packing.locate(x, y);
      const depth = layout.packing.depth;
      if (layout.packing.nearest !== index || depth < from || depth > to) continue;
      if (layout.edge(x, y) < 14 || layout.belowSurface(x, y) < 30 || !crowd.hasRoom(x, y, spacing)) continue;
      crowd.add(x, y);
      layout.packing.locate(x + 5, y);
      const slopeX = layout.packing.depth - depth;
      layout.packing.locate(x, y + 5);
      const slopeY = layout.packing.depth - depth;
      const along = Math.atan2(slopeX, -slopeY);
      add(type, x, y, along + (kind === "hair-follicle" && depth < 30 ? Math.PI / 2 : between(random, -0.3, 0.3)));
    }
  });
}

const VESSEL = SKIN_KINDS.indexOf("vessel");

function placeInDermis(random: Random, layout: SkinLayout, width: number, height: number, add: Add): void {
  const places = scatter(
    random,
    width,
    height,
    96,
    (x, y) => {
      const junction = layout.belowJunction(x, y);
      if (junction < 8 || layout.edge(x, y) < 12 || layout.belowDermis(x, y) > -10) return 0;
      if (bodyAt(layout, x, y, -3)) return 0;
      const { nearest, depth } = layout.packing;
      // Cells gather around vessels and below the epidermis.
      const isByVessel = nearest >= 0 && SKIN_KINDS.indexOf(layout.bodies[nearest]!.kind) === VESSEL && depth > -46;
      if (isByVessel) return 30;
      return junction < 260 ? 58 : 96;
    },
    16,
  );
  for (const [x, y] of places) {
    layout.packing.locate(x, y);
    const { nearest, depth } = layout.packing;
    const isByVessel = nearest >= 0 && layout.bodies[nearest]!.kind === "vessel" && depth > -46;
    const isRound = isByVessel ? random() < 0.5 : random() < 0.07;
    add(
      isRound ? TYPES.lymphocyte : TYPES.fibroblast,
      x,
      y,
      layout.fibreDirection(x, y) + between(random, -0.35, 0.35),
    );
  }
}
