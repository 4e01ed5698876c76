/**
 * Statistics of a quiz and its questions: classical test theory, with the formulas that Moodle uses.
 *
 * Source: docs.moodle.org/dev/Quiz_statistics_calculations; field.md, 5.9.
 */
import { covariance, mean, median, moments, standardDeviation, variance } from "./moments.ts";

const PERCENT = 100;
/** With fewer attempts the statistics depend on single people. */
export const ATTEMPTS_FOR_STATISTICS = 10;

/** Points per attempt and question: rows are attempts, columns questions, in the order of `maxPoints`. */
type PointsTable = readonly (readonly number[])[];

export interface QuestionStatistics {
  /** Mean of the points, as a percentage of the maximum. */
  readonly facility: number | null;
  /** Percentage of the maximum; null with fewer than 2 attempts, like all below. */
  readonly standardDeviation: number | null;
  /** Correlation with the points of all other questions, times 100: -100 to 100; null if either is constant. */
  readonly discriminationIndex: number | null;
  /** Covariance with the other questions, as a percentage of the maximum that these points allow. */
  readonly discriminativeEfficiency: number | null;
  /** Percentage of the maximum of all questions. */
  readonly intendedWeight: number | null;
  /** Contribution to the variance of the totals, in percent; null if the points fall as the totals rise. */
  readonly effectiveWeight: number | null;
}

export interface QuizStatistics {
  readonly attempts: number;
  readonly maxPoints: number;
  /** In points, like the next two. */
  readonly mean: number | null;
  readonly median: number | null;
  /** Null with fewer than 2 attempts. */
  readonly standardDeviation: number | null;
  /** Negative: a tail towards few points. Null with fewer than 3 attempts, or if all have the same points. */
  readonly skewness: number | null;
  /** 0: as in the normal distribution. Null with fewer than 4 attempts, or if all have the same points. */
  readonly kurtosis: number | null;
  /** Cronbach's alpha in percent; null with fewer than 2 attempts or questions, or if all have the same points. */
  readonly internalConsistency: number | null;
  /** Part of the standard deviation that is due to chance, in percent. */
  readonly errorRatio: number | null;
  /** In points: standard deviation of a total due to chance alone. */
  readonly standardError: number | null;
  readonly questions: readonly QuestionStatistics[];
}

/**
 * @param points of the first submitted attempt of each person, per question.
 * @param maxPoints of each question.
 */
export function quizStatistics(points: PointsTable, maxPoints: readonly number[]): QuizStatistics {
  const sums = points.map((row) => row.reduce((sum, one) => sum + one, 0));
  const columns = maxPoints.map((_, place) => points.map((row) => row[place] ?? 0));
  const deviation = standardDeviation(sums);
  const { skewness, kurtosis } = moments(sums);
  const consistency = internalConsistency(columns, sums);
  const errorRatio = consistency === null ? null : PERCENT * Math.sqrt(Math.max(0, 1 - consistency / PERCENT));
  const total = maxPoints.reduce((sum, max) => sum + max, 0);
  const weights = effectiveWeights(columns, sums);
  return {
    attempts: points.length,
    maxPoints: total,
    mean: mean(sums),
    median: median(sums),
    standardDeviation: deviation,
    skewness,
    kurtosis,
    internalConsistency: consistency,
    errorRatio,
    standardError: errorRatio === null || deviation === null ? null : (errorRatio * deviation) / PERCENT,
    questions: columns.map((column, place) => {
      const max = maxPoints[place] ?? 0;
      const others = sums.map((sum, attempt) => sum - (column[attempt] ?? 0));
      return {
        facility: shareOf(mean(column), max),
        standardDeviation: shareOf(standardDeviation(column), max),
        ...discrimination(column, others),
        intendedWeight: shareOf(max, total),
        effectiveWeight: weights[place] ?? null,
      };
    }),
  };
}

const shareOf = (part: number | null, whole: number): number | null =>
  part === null || whole === 0 ? null : (PERCENT * part) / whole;

/** Removes rounding errors at the limits. */
const clamped = (percent: number): number => Math.max(-PERCENT, Math.min(PERCENT, percent));

/** Smaller variances are rounding errors of sums. */
const NO_VARIANCE = 1e-12;

function internalConsistency(columns: readonly (readonly number[])[], sums: readonly number[]): number | null {
  const ofSums = variance(sums);
  const count = columns.length;
  if (ofSums === null || ofSums < NO_VARIANCE || count < 2) return null;
  const ofQuestions = columns.reduce((sum, column) => sum + (variance(column) ?? 0), 0);
  return ((PERCENT * count) / (count - 1)) * (1 - ofQuestions / ofSums);
}

function discrimination(
  column: readonly number[],
  others: readonly number[],
): Pick<QuestionStatistics, "discriminationIndex" | "discriminativeEfficiency"> {
  const product = (variance(column) ?? 0) * (variance(others) ?? 0);
  const common = covariance(column, others);
  if (common === null || product < NO_VARIANCE) return { discriminationIndex: null, discriminativeEfficiency: null };
  const ascending = (one: number, other: number) => one - other;
  const largest = covariance(column.toSorted(ascending), others.toSorted(ascending)) ?? 0;
  return {
    discriminationIndex: clamped((PERCENT * common) / Math.sqrt(product)),
    discriminativeEfficiency: largest < NO_VARIANCE ? null : Math.min(PERCENT, (PERCENT * common) / largest),
  };
}

/** A question whose points fall as the totals rise has no weight, and does not count for the others. */
function effectiveWeights(columns: readonly (readonly number[])[], sums: readonly number[]): (number | null)[] {
  const roots = columns.map((column) => {
    const common = covariance(column, sums);
    return common === null || common < 0 ? null : Math.sqrt(common);
  });
  const total = roots.reduce((sum: number, root) => sum + (root ?? 0), 0);
  return roots.map((root) => shareOf(root, total));
}
