/** Summary of a manual count in the region of a result, for comparison with the analyser. */
import { containsPoint, type Rings } from "../../geometry/contains-point.ts";
import type { Tally } from "../counting/tally.ts";
import { type NucleiSummary, summariseNuclei } from "./summarise-nuclei.ts";

export interface TallySummary {
  /** Marks have neither area nor intensity: the mean area is 0, the H-score that of weak nuclei. */
  readonly summary: NucleiSummary;
  /** Whether the count has categories for positive and negative nuclei. */
  readonly hasClasses: boolean;
}

interface SummaryOptions {
  /** Slide pixels. */
  readonly rings: Rings;
  readonly areaSquareMicrometres: number;
  /** Names of these categories in a count without a ratio. */
  readonly names: { readonly positive: string; readonly negative: string };
}

/**
 * Marks inside the region only. Positive and negative are the categories of the count's ratio, otherwise the categories
 * with these names.
 */
export function summariseTally(
  { marks, categories, ratio }: Pick<Tally, "marks" | "categories" | "ratio">,
  { rings, areaSquareMicrometres, names }: SummaryOptions,
): TallySummary {
  const called = (name: string): number | undefined => categories.find((category) => category.name === name)?.id;
  const positiveId = ratio?.part ?? called(names.positive);
  const negativeId = ratio?.rest ?? called(names.negative);
  const hasClasses = positiveId !== undefined && negativeId !== undefined;
  const classOf = (categoryId: number) => {
    if (!hasClasses) return "other";
    if (categoryId === positiveId) return "positive";
    return categoryId === negativeId ? "negative" : "other";
  };
  const nuclei = marks
    .filter(({ at }) => containsPoint(rings, at))
    .map(({ categoryId }) => {
      const cellClass = classOf(categoryId);
      return { cellClass, intensityClass: cellClass === "positive" ? 1 : 0, areaSquareMicrometres: 0 } as const;
    });
  return { summary: summariseNuclei(nuclei, areaSquareMicrometres), hasClasses };
}
