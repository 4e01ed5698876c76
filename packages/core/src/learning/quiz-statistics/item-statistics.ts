/**
 * What the points of a class say about a quiz and its questions: classical test theory, with the formulas that Moodle uses.
 *
 * Source: docs.moodle.org/dev/Quiz_statistics_calculations; field.md, 5.9.
 */
import { covariance, mean, median, moments, standardDeviation, variance } from "./moments.ts";

const PERCENT = 100;
/** With fewer attempts the figures depend on single people. */
export const ATTEMPTS_FOR_STATISTICS = 10;

/** Points of each attempt for each question: rows are attempts, columns questions, in the order of `maxPoints`. */
export type PointsTable = readonly (readonly number[])[];

export interface QuestionStatistics {
  /** Mean of the points, as a share of the maximum, in per cent. */
  readonly facility: number | null;
  /** In per cent of the maximum; null with fewer than 2 attempts, as all below. */
  readonly standardDeviation: number | null;
  /**
   * Correlation with the points for all other questions, times 100: from -100 to 100; null where either does not vary.
   */
  readonly discriminationIndex: number | null;
  /** Covariance with the other questions, in per cent of the largest that these points allow. */
  readonly discriminativeEfficiency: number | null;
  /** Share of the maximum of all questions, in per cent. */
  readonly intendedWeight: number | null;
  /** Share in the variation of the sums, in per cent; null where the points fall as the sums rise. */
  readonly effectiveWeight: number | null;
}

export interface QuizStatistics {
  readonly attempts: number;
  readonly maxPoints: number;
  /** In points, as the two below. */
  readonly mean: number | null;
  readonly median: number | null;
  /** null with fewer than 2 attempts. */
  readonly standardDeviation: number | null;
  /** Negative: a tail towards few points. null with fewer than 3 attempts, or if all have the same points. */
  readonly skewness: number | null;
  /** 0: as the normal distribution. null with fewer than 4 attempts, or if all have the same points. */
  readonly kurtosis: number | null;
  /** Cronbach's alpha, in per cent; null with fewer than 2 attempts or questions, or if all have the same points. */
  readonly internalConsistency: number | null;
  /** How much of the standard deviation is chance, in per cent. */
  readonly errorRatio: number | null;
  /** In points: how far chance alone moves a sum. */
  readonly standardError: number | null;
  readonly questions: readonly QuestionStatistics[];
}

/**
 * @param points of the first submitted attempt of each person.
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

/** Without what rounding adds at the ends. */
const clamped = (percent: number): number => Math.max(-PERCENT, Math.min(PERCENT, percent));

/** Below this a variance is the rounding of sums. */
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

/** Of a question whose points fall as the sums rise there is no weight, and it does not count for the others. */
function effectiveWeights(columns: readonly (readonly number[])[], sums: readonly number[]): (number | null)[] {
  const roots = columns.map((column) => {
    const common = covariance(column, sums);
    return common === null || common < 0 ? null : Math.sqrt(common);
  });
  const total = roots.reduce((sum: number, root) => sum + (root ?? 0), 0);
  return roots.map((root) => shareOf(root, total));
}
