/**
 * Settings of counting frames, with standard presets.
 *
 * Source: fields of view: field number of the eyepiece / magnification of the objective; 2.37 mm²: WHO Classification
 * of Tumours, Breast Tumours, 5th ed. (2019), mitotic count on 10 high-power fields of 0.55 mm across (field number 22
 * at 40x), 10 x 0.237 mm².
 */
import type { SlidePoint } from "../../geometry/slide-point.ts";

export const FRAME_KINDS = ["none", "field", "area", "neubauer", "lattice"] as const;
export type FrameKind = (typeof FRAME_KINDS)[number];

/** Diameter of what an eyepiece shows, mm. */
export const FIELD_NUMBERS_MM = [18, 20, 22, 25, 26.5] as const;
export const OBJECTIVES = [10, 20, 40, 60, 63, 100] as const;
const FIELD_NUMBER_RANGE_MM = { min: 5, max: 30 } as const;
const OBJECTIVE_RANGE = { min: 1, max: 150 } as const;

export const HOT_SPOT_MM2 = 2.37;
export const AREAS_MM2 = [HOT_SPOT_MM2, 1, 2, 5] as const;
const AREA_RANGE_MM2 = { min: 0.0001, max: 400 } as const;
/** Width by height; null: a circle. */
export const AREA_SHAPES = { square: 1, circle: null, fourThirds: 4 / 3 } as const;
export type AreaShape = keyof typeof AREA_SHAPES;

const LATTICE_SIDE_RANGE = { min: 1, max: 60 } as const;
const LATTICE_SPACING_RANGE_UM = { min: 5, max: 5000 } as const;
const CELL_RANGE_UM = { min: 0, max: 200 } as const;

/** The counted squares of the chamber. */
export const NEUBAUER_PARTS = ["center", "groups", "corners", "all"] as const;
export type NeubauerPart = (typeof NEUBAUER_PARTS)[number];

/**
 * `middle`: a cell is inside if its centre is. `unbiased`: left and top edges are included, right and bottom edges
 * excluded.
 */
export const EDGE_RULES = ["middle", "unbiased"] as const;
export type EdgeRule = (typeof EDGE_RULES)[number];

export interface FrameSettings {
  readonly kind: FrameKind;
  readonly fieldNumberMm: number;
  readonly magnification: number;
  readonly areaMm2: number;
  readonly areaShape: AreaShape;
  readonly neubauerPart: NeubauerPart;
  readonly columns: number;
  readonly rows: number;
  /** Distance between neighbouring lattice points. */
  readonly spacingUm: number;
  /** Side of the square frame at each lattice point; 0: points only. */
  readonly squareUm: number;
  /** Seed of the random shift of the lattice, within one spacing; 0: no shift. */
  readonly seed: number;
  readonly edgeRule: EdgeRule;
  /** Assumed cell diameter at edges; 0: a point. */
  readonly cellDiameterUm: number;
  /** Centre of the frame; null: the centre of the view. */
  readonly center: SlidePoint | null;
  /** Clockwise rotation on the slide, from 0 to less than 360. */
  readonly turnDeg: number;
}

export const NO_FRAME: FrameSettings = {
  kind: "none",
  fieldNumberMm: 22,
  magnification: 40,
  areaMm2: HOT_SPOT_MM2,
  areaShape: "square",
  neubauerPart: "center",
  columns: 8,
  rows: 6,
  spacingUm: 100,
  squareUm: 0,
  seed: 0,
  edgeRule: "middle",
  cellDiameterUm: 10,
  center: null,
  turnDeg: 0,
};

export function fieldDiameterMm(fieldNumberMm: number, magnification: number): number {
  return fieldNumberMm / magnification;
}

export function fieldAreaMm2(fieldNumberMm: number, magnification: number): number {
  return (Math.PI * fieldDiameterMm(fieldNumberMm, magnification) ** 2) / 4;
}

interface Range {
  readonly min: number;
  readonly max: number;
}

/** Range of each number; the third value marks integers. */
const LIMITS = {
  fieldNumberMm: [FIELD_NUMBER_RANGE_MM, false],
  magnification: [OBJECTIVE_RANGE, false],
  areaMm2: [AREA_RANGE_MM2, false],
  columns: [LATTICE_SIDE_RANGE, true],
  rows: [LATTICE_SIDE_RANGE, true],
  spacingUm: [LATTICE_SPACING_RANGE_UM, false],
  squareUm: [{ min: 0, max: LATTICE_SPACING_RANGE_UM.max }, false],
  seed: [{ min: 0, max: 0xffffffff }, true],
  cellDiameterUm: [CELL_RANGE_UM, false],
} as const satisfies Partial<Record<keyof FrameSettings, readonly [Range, boolean]>>;

/** Name of a numeric setting with a limited range. */
export type FrameNumber = keyof typeof LIMITS;
export const FRAME_NUMBERS = Object.keys(LIMITS) as readonly FrameNumber[];

export function isFrameNumberAllowed(name: FrameNumber, value: number): boolean {
  const [{ min, max }, isWhole] = LIMITS[name];
  return value >= min && value <= max && (!isWhole || Number.isInteger(value));
}

export const isTurnAllowed = (turnDeg: number): boolean => Number.isFinite(turnDeg);

/**
 * Changes out of range are ignored; rotations are normalized to 0 to less than 360, and squares limited to their
 * spacing.
 */
export function changedFrame(frame: FrameSettings, change: Partial<FrameSettings>): FrameSettings {
  const next = { ...frame, ...change };
  if (FRAME_NUMBERS.some((name) => !isFrameNumberAllowed(name, next[name])) || !isTurnAllowed(next.turnDeg))
    return frame;
  return {
    ...next,
    squareUm: Math.min(next.squareUm, next.spacingUm),
    turnDeg: ((next.turnDeg % 360) + 360) % 360,
  };
}

/** Initial settings of a kind of frame. */
export function frameOfKind(frame: FrameSettings, kind: FrameKind): FrameSettings {
  const hasEdges = kind === "neubauer" || (kind === "lattice" && frame.squareUm > 0);
  return { ...frame, kind, edgeRule: hasEdges ? "unbiased" : "middle" };
}
