/** URLs within a quiz. Source: spec part 2, section 2 (quiz base path plus i{id}, c{id} or qs{id}; review). */
import { formatPublicPath, formatQuizPath, type PathStep, type QuizPlace } from "@parfocal/core/item/public-path.ts";
import type { TakenQuestion } from "@parfocal/core/quiz/taken-quiz.contract.ts";

export const quizPath = (place: QuizPlace): string => formatQuizPath(place);

/** Path of the quiz, the slide or case, and the question. */
export function questionPath(place: QuizPlace, { id, subject, itemId }: TakenQuestion): string {
  const shown: PathStep[] = subject
    ? [{ kind: subject.kind, id: subject.id }]
    : itemId === null
      ? []
      : [{ kind: "image", id: itemId }];
  const { siteId, steps } = place;
  const path = formatPublicPath({ siteId, steps: [...steps, ...shown, { kind: "quizQuestion", id }] });
  return `${quizPath(place)}${path.slice(formatPublicPath({ siteId, steps }).length)}`;
}

/**
 * Index of the question in a URL: that question, or the first one of the slide or case. @returns -1 if there is none.
 */
export function questionIndexAt(questions: readonly TakenQuestion[], within: readonly PathStep[]): number {
  const questionItem = within.find(({ kind }) => kind === "quizQuestion");
  const shown = within.find(({ kind }) => kind !== "quizQuestion");
  return questions.findIndex(({ id, subject, itemId }) => {
    if (questionItem && id !== questionItem.id) return false;
    return !shown || shown.id === subject?.id || shown.id === itemId;
  });
}
