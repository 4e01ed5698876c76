/** Numbers of nuclei counted by hand in the region of a result. */
import { type NucleiSummary, summariseNumbers } from "./summarise-nuclei.ts";

export interface CountByHand {
  readonly positiveCount: number;
  readonly negativeCount: number;
  /** Neither; in a stain without a marker all nuclei. */
  readonly otherCount: number;
}

export const totalOfCount = ({ positiveCount, negativeCount, otherCount }: CountByHand): number =>
  positiveCount + negativeCount + otherCount;

/** 0 to 1, among positive and negative ones. @returns null: there are none. */
export function positiveShareOfCount({ positiveCount, negativeCount }: CountByHand): number | null {
  const classified = positiveCount + negativeCount;
  return classified > 0 ? positiveCount / classified : null;
}

/** The summary of a count. Nuclei counted by hand have neither area nor intensity; positive ones count as weak. */
export function summariseCount(count: CountByHand, areaSquareMicrometres: number): NucleiSummary {
  const { positiveCount, negativeCount, otherCount } = count;
  const byIntensity = [negativeCount, positiveCount, 0, 0] as const;
  return summariseNumbers({ byIntensity, otherCount, nuclearAreaSquareMicrometres: 0 }, areaSquareMicrometres);
}
