/**
 * Geometry of a counting frame: regions, lines and points. All in µm, origin at the frame's centre, x right and y down
 * along the frame's own sides.
 *
 * Source: Neubauer improved: 3 x 3 mm; corner squares of 1 mm² with 16 squares of 0.25 mm; the centre with 25 groups of
 * 0.2 mm between triple lines, the middle one of which is the border, each with 16 squares of 0.05 mm.
 */
import type { Vector } from "../../geometry/linear.ts";
import {
  AREA_SHAPES,
  type FrameKind,
  type FrameSettings,
  fieldDiameterMm,
  type NeubauerPart,
} from "./counting-frame.ts";

const UM_PER_MM = 1000;

/** A counting region of a frame. */
export type FrameRegion =
  | { readonly kind: "circle"; readonly center: Vector; readonly radiusUm: number }
  | {
      readonly kind: "rectangle";
      readonly left: number;
      readonly top: number;
      readonly width: number;
      readonly height: number;
    };

interface FrameLine {
  readonly from: Vector;
  readonly to: Vector;
  /** Distance to the next parallel line; lines that would be too dense at low zoom are hidden. */
  readonly spacingUm: number;
}

export interface FramePlan {
  /** Empty: everywhere. */
  readonly regions: readonly FrameRegion[];
  readonly lines: readonly FrameLine[];
  /** Points of a point lattice. */
  readonly points: readonly Vector[];
  /** Half the width and height of the whole frame. */
  readonly half: Vector;
}

const EVERYWHERE: FramePlan = { regions: [], lines: [], points: [], half: [0, 0] };

function rectangle(left: number, top: number, width: number, height = width): FrameRegion {
  return { kind: "rectangle", left, top, width, height };
}

function circlePlan(radiusUm: number): FramePlan {
  return { ...EVERYWHERE, regions: [{ kind: "circle", center: [0, 0], radiusUm }], half: [radiusUm, radiusUm] };
}

function areaPlan({ areaMm2, areaShape }: FrameSettings): FramePlan {
  const areaUm2 = areaMm2 * UM_PER_MM ** 2;
  const widthPerHeight = AREA_SHAPES[areaShape];
  if (widthPerHeight === null) return circlePlan(Math.sqrt(areaUm2 / Math.PI));
  const height = Math.sqrt(areaUm2 / widthPerHeight);
  const width = height * widthPerHeight;
  return { ...EVERYWHERE, regions: [rectangle(-width / 2, -height / 2, width, height)], half: [width / 2, height / 2] };
}

const CHAMBER_UM = 3000;
const LARGE_SQUARE_UM = 1000;
const CORNER_STEP_UM = 250;
const GROUP_UM = 200;
const SMALL_SQUARE_UM = 50;
/** Distance between the three lines of a border. */
const TRIPLE_GAP_UM = 5;

/** Vertical and horizontal lines at these distances across a box. */
function ruledLines(
  upright: readonly number[],
  level: readonly number[],
  [left, top, right, bottom]: readonly [number, number, number, number],
  spacingUm: number,
): FrameLine[] {
  return [
    ...upright.map((x): FrameLine => ({ from: [x, top], to: [x, bottom], spacingUm })),
    ...level.map((y): FrameLine => ({ from: [left, y], to: [right, y], spacingUm })),
  ];
}

/** Inclusive of both ends. */
function steps(from: number, to: number, step: number): number[] {
  return Array.from({ length: Math.round((to - from) / step) + 1 }, (_unused, index) => from + index * step);
}

function neubauerLines(): FrameLine[] {
  const half = CHAMBER_UM / 2;
  const inner = LARGE_SQUARE_UM / 2;
  const large = [-half, -inner, inner, half];
  const lines = ruledLines(large, large, [-half, -half, half, half], LARGE_SQUARE_UM);
  const fine = (from: number, to: number, step: number): number[] => steps(from, to, step).slice(1, -1);
  for (const [left, right, isMiddleColumn] of [
    [-half, -inner, false],
    [-inner, inner, true],
    [inner, half, false],
  ] as const) {
    for (const [top, bottom, isMiddleRow] of [
      [-half, -inner, false],
      [-inner, inner, true],
      [inner, half, false],
    ] as const) {
      const isCenter = isMiddleColumn && isMiddleRow;
      const columnStep = isCenter ? SMALL_SQUARE_UM : isMiddleColumn ? GROUP_UM : CORNER_STEP_UM;
      const rowStep = isCenter ? SMALL_SQUARE_UM : isMiddleRow ? GROUP_UM : CORNER_STEP_UM;
      const box = [left, top, right, bottom] as const;
      lines.push(...ruledLines(fine(left, right, columnStep), [], box, columnStep));
      lines.push(...ruledLines([], fine(top, bottom, rowStep), box, rowStep));
    }
  }
  const beside = steps(-inner, inner, GROUP_UM).flatMap((at) => [at - TRIPLE_GAP_UM, at + TRIPLE_GAP_UM]);
  const reach = inner + TRIPLE_GAP_UM;
  lines.push(...ruledLines(beside, beside, [-reach, -reach, reach, reach], TRIPLE_GAP_UM));
  return lines;
}

const NEUBAUER_LINES = neubauerLines();

function squaresAt(places: readonly Vector[], side: number): FrameRegion[] {
  return places.map(([left, top]) => rectangle(left, top, side));
}

/** Row by row: all combinations of left edges and upper edges. */
const rowByRow = (lefts: readonly number[], tops: readonly number[]): Vector[] =>
  tops.flatMap((top) => lefts.map((left): Vector => [left, top]));

const NEUBAUER_REGIONS: Readonly<Record<NeubauerPart, readonly FrameRegion[]>> = {
  center: squaresAt([[-500, -500]], LARGE_SQUARE_UM),
  // The four corner groups of the centre and its middle one, used for red cells.
  groups: squaresAt(
    [
      [-500, -500],
      [300, -500],
      [-100, -100],
      [-500, 300],
      [300, 300],
    ],
    GROUP_UM,
  ),
  // Used for white cells.
  corners: squaresAt(rowByRow([-1500, 500], [-1500, 500]), LARGE_SQUARE_UM),
  all: squaresAt(rowByRow([-1500, -500, 500], [-1500, -500, 500]), LARGE_SQUARE_UM),
};

/**
 * Pseudo-random number from 0 to less than 1, determined by the seed. Source: mulberry32 by Tommy Ettinger, public
 * domain (2017).
 */
function chance(seed: number): number {
  const state = (seed + 0x6d2b79f5) >>> 0;
  let mixed = Math.imul(state ^ (state >>> 15), state | 1);
  mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
  return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
}

/** Shift of a lattice for a seed: uniformly distributed within half a spacing in each direction. */
export function latticeOffsetUm(seed: number, spacingUm: number): Vector {
  if (seed === 0) return [0, 0];
  return [(chance(seed) - 0.5) * spacingUm, (chance(seed ^ 0x9e3779b9) - 0.5) * spacingUm];
}

function latticePlan({ columns, rows, spacingUm, squareUm, seed }: FrameSettings): FramePlan {
  const [shiftX, shiftY] = latticeOffsetUm(seed, spacingUm);
  const middles = (number: number, shift: number): number[] =>
    Array.from({ length: number }, (_unused, index) => (index - (number - 1) / 2) * spacingUm + shift);
  const places = rowByRow(middles(columns, shiftX), middles(rows, shiftY));
  const [width, height] = [columns * spacingUm, rows * spacingUm];
  const half: Vector = [width / 2 + Math.abs(shiftX), height / 2 + Math.abs(shiftY)];
  if (squareUm > 0) {
    const corners = places.map(([x, y]): Vector => [x - squareUm / 2, y - squareUm / 2]);
    return { ...EVERYWHERE, regions: squaresAt(corners, squareUm), half };
  }
  return {
    regions: [rectangle(shiftX - width / 2, shiftY - height / 2, width, height)],
    lines: [],
    points: places,
    half,
  };
}

const PLANS: Readonly<Record<FrameKind, (frame: FrameSettings) => FramePlan>> = {
  none: () => EVERYWHERE,
  field: ({ fieldNumberMm, magnification }) =>
    circlePlan((fieldDiameterMm(fieldNumberMm, magnification) * UM_PER_MM) / 2),
  area: areaPlan,
  neubauer: ({ neubauerPart }) => ({
    regions: NEUBAUER_REGIONS[neubauerPart],
    lines: NEUBAUER_LINES,
    points: [],
    half: [CHAMBER_UM / 2, CHAMBER_UM / 2],
  }),
  lattice: latticePlan,
};

export function planFrame(frame: FrameSettings): FramePlan {
  return PLANS[frame.kind](frame);
}

const areaUm2Of = (region: FrameRegion): number =>
  region.kind === "circle" ? Math.PI * region.radiusUm ** 2 : region.width * region.height;

/** Total area of the regions; null: everywhere. */
export function planAreaMm2({ regions }: FramePlan): number | null {
  if (regions.length === 0) return null;
  return regions.reduce((sum, region) => sum + areaUm2Of(region), 0) / UM_PER_MM ** 2;
}
