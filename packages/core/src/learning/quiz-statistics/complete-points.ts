/** Selects the attempts and questions for the statistics, so that each of these attempts contained each question. */

const COMMON_SHARE = 0.5;

interface CompletePoints {
  /** Indexes of the questions that at least half of the attempts contained. */
  readonly questions: readonly number[];
  /** Points in the order of `questions`, for the attempts that contained all of them. */
  readonly points: readonly (readonly number[])[];
}

/**
 * A quiz may have been changed while a class took it. Questions that most attempts did not contain have no statistics,
 * and attempts that lack one of the others are excluded, since a question that was not asked must not count as wrong.
 * Without attempts all questions remain.
 *
 * @param table points per attempt and question; null: not in the attempt, or without a key.
 * @param questionCount number of columns.
 */
export function completePoints(table: readonly (readonly (number | null)[])[], questionCount: number): CompletePoints {
  const questions = Array.from({ length: questionCount }, (_, place) => place).filter(
    (place) => table.filter((row) => isKnown(row[place])).length >= COMMON_SHARE * table.length,
  );
  const points = table.flatMap((row) => {
    const found = questions.map((place) => row[place]).filter(isKnown);
    return questions.length > 0 && found.length === questions.length ? [found] : [];
  });
  return { questions, points };
}

const isKnown = (points: number | null | undefined): points is number => typeof points === "number";
