/** Addresses within a quiz. Source: spec part 2, section 2 (quiz base path plus i{id}, c{id} or qs{id}; review). */
import { formatPublicPath, type PathStep, type ScreenPlace } from "@parfocal/core/item/public-path.ts";
import type { TakenQuestion } from "@parfocal/core/quiz/taken-quiz.contract.ts";

type Place = Pick<ScreenPlace, "siteId" | "steps">;

export const quizPath = ({ siteId, steps }: Place): string => formatPublicPath({ siteId, steps });

/** The quiz, what is looked at, and the question. */
export function questionPath({ siteId, steps }: Place, { id, subject, itemId }: TakenQuestion): string {
  const shown: PathStep[] = subject
    ? [{ kind: subject.kind, id: subject.id }]
    : itemId === null
      ? []
      : [{ kind: "image", id: itemId }];
  return formatPublicPath({ siteId, steps: [...steps, ...shown, { kind: "quizQuestion", id }] });
}

/** Which question an address means: that one, or the first that is asked of the slide or case. @returns -1: none. */
export function questionIndexAt(questions: readonly TakenQuestion[], within: readonly PathStep[]): number {
  const asked = within.find(({ kind }) => kind === "quizQuestion");
  const shown = within.find(({ kind }) => kind !== "quizQuestion");
  return questions.findIndex(({ id, subject, itemId }) => {
    if (asked && id !== asked.id) return false;
    return !shown || shown.id === subject?.id || shown.id === itemId;
  });
}
