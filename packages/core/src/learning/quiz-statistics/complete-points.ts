/** The attempts and questions that figures can be worked out from: each of these attempts was asked each question. */

const COMMON_SHARE = 0.5;

export interface CompletePoints {
  /** Places of the questions that at least half of the attempts were asked. */
  readonly questions: readonly number[];
  /** Points in the order of `questions`, of the attempts that were asked all of them. */
  readonly points: readonly (readonly number[])[];
}

/**
 * A quiz can have been changed while a class took it. A question that most attempts were not asked has no figures, and
 * an attempt that was not asked one of the others counts for none: nobody fails a question that was not there. Of no
 * attempts all questions remain.
 *
 * @param table points of each attempt for each question; null: it was not asked, or had no key.
 * @param questionCount columns of the table.
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
