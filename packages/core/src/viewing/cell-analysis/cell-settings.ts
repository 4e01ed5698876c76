/**
 * Settings of the built-in cell analyser: stain, and thresholds for darkness, size and roundness of a nucleus.
 *
 * The parameters and their names follow QuPath's watershed cell detection (P. Bankhead et al., "QuPath: Open source
 * software for digital pathology image analysis", Scientific Reports 7 (2017) 16878). The defaults are measured:
 * `bench/analysis.ts`.
 */
import type { Rgb } from "../colour/apply-colour.ts";
import { stainMatrixOf } from "../stain/stain-matrix.ts";
import type { StainVector } from "../stain/stain-sets.ts";

export type StainKind = "hematoxylin-eosin" | "hematoxylin-dab" | "dapi";

export const STAIN_KINDS: readonly StainKind[] = ["hematoxylin-eosin", "hematoxylin-dab", "dapi"];

export interface CellSettings {
  readonly stain: StainKind;
  /**
   * Hematoxylin and the other stain, e.g. as picked on the slide; default: `DEFAULT_STAIN_VECTORS`. Ignored for DAPI.
   */
  readonly stainVectors?: readonly [StainVector, StainVector];
  /** Background light, 1 to 255 per channel; default: white. Ignored for DAPI. */
  readonly incidentLight?: Rgb;
  /** Minimum contrast of a nucleus to its surroundings: optical density; for DAPI: intensity, 0 to 1. */
  readonly nucleusThreshold: number;
  /** Uniform stain over more than this radius is background and is subtracted; 0: no subtraction. */
  readonly backgroundRadiusMicrometres: number;
  /** Standard deviation of the Gaussian used to separate nuclei: larger values split fewer of them. */
  readonly smoothingSigmaMicrometres: number;
  readonly minAreaSquareMicrometres: number;
  readonly maxAreaSquareMicrometres: number;
  /** 4π · area / perimeter², 0 to 1; 1 for a circle. Nuclei below are dropped. */
  readonly minCircularity: number;
  /** Extent of a cell beyond its nucleus, limited by neighbouring cells; 0: cells are not outlined. */
  readonly expansionMicrometres: number;
  /** Minimum mean optical density of DAB for weak, moderate and strong. Only for `hematoxylin-dab`. */
  readonly dabThresholds: readonly [weak: number, moderate: number, strong: number];
}

const COMMON = {
  minAreaSquareMicrometres: 10,
  maxAreaSquareMicrometres: 400,
  minCircularity: 0.2,
  expansionMicrometres: 0,
  dabThresholds: [0.2, 0.4, 0.6],
} as const;

export const DEFAULT_CELL_SETTINGS: Readonly<Record<StainKind, CellSettings>> = {
  "hematoxylin-eosin": {
    ...COMMON,
    stain: "hematoxylin-eosin",
    nucleusThreshold: 0.159,
    backgroundRadiusMicrometres: 10.894,
    smoothingSigmaMicrometres: 0.621,
  },
  "hematoxylin-dab": {
    ...COMMON,
    stain: "hematoxylin-dab",
    nucleusThreshold: 0.07,
    backgroundRadiusMicrometres: 8.508,
    smoothingSigmaMicrometres: 0.583,
  },
  dapi: {
    ...COMMON,
    stain: "dapi",
    nucleusThreshold: 0.063,
    backgroundRadiusMicrometres: 12,
    smoothingSigmaMicrometres: 0.568,
  },
};

/**
 * Hematoxylin and eosin from QuPath's defaults, hematoxylin and DAB from Ruifrok and Johnston (`stain-sets.ts`).
 * Scanned eosin is less pure than Ruifrok's, which counts much of it as hematoxylin.
 */
export const DEFAULT_STAIN_VECTORS: Readonly<Record<Exclude<StainKind, "dapi">, readonly [StainVector, StainVector]>> =
  {
    "hematoxylin-eosin": [
      [0.651, 0.701, 0.29],
      [0.216, 0.801, 0.558],
    ],
    "hematoxylin-dab": [
      [0.65, 0.704, 0.286],
      [0.268, 0.57, 0.776],
    ],
  };

/** Useful range of each setting: the ends of its slider. */
export const CELL_SETTING_LIMITS = {
  nucleusThreshold: { min: 0.02, max: 2 },
  backgroundRadiusMicrometres: { min: 0, max: 50 },
  smoothingSigmaMicrometres: { min: 0.25, max: 5 },
  minAreaSquareMicrometres: { min: 1, max: 10_000 },
  maxAreaSquareMicrometres: { min: 1, max: 10_000 },
  minCircularity: { min: 0, max: 0.95 },
  expansionMicrometres: { min: 0, max: 20 },
} as const satisfies Partial<Record<keyof CellSettings, { min: number; max: number }>>;

const DAB_LIMITS = { min: 0, max: 3 } as const;
const LIGHT_LIMITS = { min: 1, max: 255 } as const;

/** Names of invalid settings; empty: all are valid. For forms, and before `detectNuclei`, which throws instead. */
export function wrongCellSettings(settings: CellSettings): readonly (keyof CellSettings)[] {
  const wrong = new Set<keyof CellSettings>();
  if (!STAIN_KINDS.includes(settings.stain)) wrong.add("stain");
  for (const [name, limits] of Object.entries(CELL_SETTING_LIMITS) as [
    keyof typeof CELL_SETTING_LIMITS,
    { min: number; max: number },
  ][])
    if (!isWithin(settings[name], limits)) wrong.add(name);
  if (!(settings.maxAreaSquareMicrometres > settings.minAreaSquareMicrometres)) wrong.add("maxAreaSquareMicrometres");
  const [weak, moderate, strong] = settings.dabThresholds;
  if (!settings.dabThresholds.every((threshold) => isWithin(threshold, DAB_LIMITS))) wrong.add("dabThresholds");
  if (!(weak <= moderate && moderate <= strong)) wrong.add("dabThresholds");
  if (settings.incidentLight && !settings.incidentLight.every((light) => isWithin(light, LIGHT_LIMITS)))
    wrong.add("incidentLight");
  if (settings.stainVectors && !areSeparable(settings.stainVectors)) wrong.add("stainVectors");
  return [...wrong];
}

const isWithin = (value: number, { min, max }: { min: number; max: number }): boolean => value >= min && value <= max;

const areSeparable = (vectors: readonly StainVector[]): boolean =>
  vectors.flat().every((value) => isWithin(value, { min: 0, max: 10 })) && stainMatrixOf(vectors) !== null;
