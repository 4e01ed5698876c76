/** Numbers of nuclei that a person counted by hand in the region of a result. */
import { type NucleiSummary, summariseNumbers } from "./summarise-nuclei.ts";

export interface CountByHand {
  readonly positiveCount: number;
  readonly negativeCount: number;
  /** Neither: in a stain without a marker all of them. */
  readonly otherCount: number;
}

export const totalOfCount = ({ positiveCount, negativeCount, otherCount }: CountByHand): number =>
  positiveCount + negativeCount + otherCount;

/** 0 to 1, of the positive and negative ones. @returns null: there are none. */
export function positiveShareOfCount({ positiveCount, negativeCount }: CountByHand): number | null {
  const judged = positiveCount + negativeCount;
  return judged > 0 ? positiveCount / judged : null;
}

/** As a result is summarised. Nuclei counted by hand have neither an area nor an intensity: the positive ones are taken for weak. */
export function summariseCount(count: CountByHand, areaSquareMicrometres: number): NucleiSummary {
  const { positiveCount, negativeCount, otherCount } = count;
  const byIntensity = [negativeCount, positiveCount, 0, 0] as const;
  return summariseNumbers({ byIntensity, otherCount, nuclearAreaSquareMicrometres: 0 }, areaSquareMicrometres);
}
