/**
 * Summary of the nuclei in a region.
 *
 * Sources: H-score: K. S. McCarty et al., "Estrogen receptor analyses", Arch. Pathol. Lab. Med. 109 (1985) 716-721:
 * percentages of weak, moderate and strong nuclei, weighted by one, two and three, 0 to 300. Intervals: Wilson 1927 and
 * Garwood 1936 (`counting/count-interval.ts`).
 */
import { type Interval, poissonInterval, wilsonInterval } from "../counting/count-interval.ts";
import type { Nucleus } from "./nucleus.ts";

export interface NucleiSummary {
  readonly count: number;
  readonly positiveCount: number;
  readonly negativeCount: number;
  readonly otherCount: number;
  /** Number of negative, weak, moderate and strong nuclei among positive and negative ones. */
  readonly countByIntensity: readonly [negative: number, weak: number, moderate: number, strong: number];
  /** Null: no area was analysed. */
  readonly densityPerSquareMillimetre: number | null;
  readonly densityInterval95: Interval | null;
  /** 0 to 1, among positive and negative ones (for a Ki-67 stain: the Ki-67 index); null: there are none. */
  readonly positiveShare: number | null;
  readonly positiveShareInterval95: Interval | null;
  /** 0 to 300; null: no positive or negative nuclei. */
  readonly hScore: number | null;
  /** Null: no nuclei. */
  readonly meanAreaSquareMicrometres: number | null;
}

const SQUARE_MICROMETRES_PER_SQUARE_MILLIMETRE = 1e6;

/** @param analysedAreaSquareMicrometres of the region, without the part outside the slide. */
export function summariseNuclei(
  nuclei: readonly Pick<Nucleus, "cellClass" | "intensityClass" | "areaSquareMicrometres">[],
  analysedAreaSquareMicrometres: number,
): NucleiSummary {
  const byIntensity: [number, number, number, number] = [0, 0, 0, 0];
  let otherCount = 0;
  let nuclearAreaSquareMicrometres = 0;
  for (const { cellClass, intensityClass, areaSquareMicrometres } of nuclei) {
    nuclearAreaSquareMicrometres += areaSquareMicrometres;
    // A nucleus manually classified as positive may be stained too weakly: it counts as weak. A nucleus manually
    // classified as negative has intensity 0.
    if (cellClass === "other") otherCount += 1;
    else byIntensity[cellClass === "negative" ? 0 : Math.max(1, intensityClass)]! += 1;
  }
  return summariseNumbers({ byIntensity, otherCount, nuclearAreaSquareMicrometres }, analysedAreaSquareMicrometres);
}

interface NucleiNumbers {
  readonly byIntensity: NucleiSummary["countByIntensity"];
  readonly otherCount: number;
  /** Total area of all nuclei. */
  readonly nuclearAreaSquareMicrometres: number;
}

/** @param analysedAreaSquareMicrometres as in `summariseNuclei`. */
export function summariseNumbers(
  { byIntensity, otherCount, nuclearAreaSquareMicrometres }: NucleiNumbers,
  analysedAreaSquareMicrometres: number,
): NucleiSummary {
  const [negativeCount, weak, moderate, strong] = byIntensity;
  const positiveCount = weak + moderate + strong;
  const classified = positiveCount + negativeCount;
  const count = classified + otherCount;
  const squareMillimetres = analysedAreaSquareMicrometres / SQUARE_MICROMETRES_PER_SQUARE_MILLIMETRE;
  const hasArea = squareMillimetres > 0;
  const expected = poissonInterval(count);
  return {
    count,
    positiveCount,
    negativeCount,
    otherCount,
    countByIntensity: byIntensity,
    densityPerSquareMillimetre: hasArea ? count / squareMillimetres : null,
    densityInterval95: hasArea
      ? { low: expected.low / squareMillimetres, high: expected.high / squareMillimetres }
      : null,
    positiveShare: classified > 0 ? positiveCount / classified : null,
    positiveShareInterval95: classified > 0 ? wilsonInterval(positiveCount, classified) : null,
    hScore: classified > 0 ? (100 * (weak + 2 * moderate + 3 * strong)) / classified : null,
    meanAreaSquareMicrometres: count > 0 ? nuclearAreaSquareMicrometres / count : null,
  };
}
