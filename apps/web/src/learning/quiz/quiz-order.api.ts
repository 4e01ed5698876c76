/** Changes to several parts of a quiz at once. */
import type { BodyFor } from "@parfocal/core/call.contract.ts";
import { type AuthoredQuiz, orderQuizSlides, setQuizSlides } from "@parfocal/core/quiz/quiz.contract.ts";
import {
  copyToIndividualQuiz,
  createQuestions,
  deleteQuestions,
  orderQuestions,
} from "@parfocal/core/quiz/quiz-question.contract.ts";
import { useMutation } from "@tanstack/react-query";
import { call } from "#platform/call.ts";
import { useIdempotencyKeys } from "#platform/useIdempotencyKeys.ts";
import type { Subject } from "./question-draft.ts";
import { useRefreshQuizzes } from "./quiz.api.ts";

/** Its failures are said where it is used; also then the list is reloaded. */
function useSent<Input, Answer>(send: (input: Input) => Promise<Answer>) {
  const refresh = useRefreshQuizzes();
  return useMutation({ mutationFn: send, meta: { saysItsFailures: true }, onSettled: refresh }).mutateAsync;
}

/** @returns takes the ids of all questions there, in their new order. */
export const useOrderQuestions = (parentId: number) =>
  useSent((questionIds: readonly number[]) =>
    call(orderQuestions, { body: { parentId, questionIds: [...questionIds] } }),
  );

/** @returns takes the ids of all slides and cases of the quiz, in their new order. */
export const useOrderQuizSlides = (quizId: number) =>
  useSent((slideIds: readonly number[]) => call(orderQuizSlides, { body: { quizId, slideIds: [...slideIds] } }));

interface Insertion {
  readonly subjects: readonly Pick<Subject, "id" | "kind">[];
  /** The slide or case of the quiz behind which they are put. */
  readonly afterId: number;
}

/** All of them or none. @returns the ids of what was added. */
export const useInsertQuizSlides = ({ id, slides }: Pick<AuthoredQuiz, "id" | "slides">) =>
  useSent(async ({ subjects, afterId }: Insertion) => {
    const fields = slides.flatMap((slide) => [
      { itemType: slide.itemType, itemId: slide.itemId },
      ...(slide.id === afterId ? subjects.map((one) => ({ itemType: one.kind, itemId: one.id })) : []),
    ]);
    const known = slides.map((slide) => slide.id);
    const quiz = await call(setQuizSlides, { params: { id }, body: { slides: fields, knownSlideIds: known } });
    return quiz.slides.filter((slide) => !known.includes(slide.id));
  });

export const useCreateQuestions = () =>
  useSent(({ body, idempotencyKey }: { body: BodyFor<typeof createQuestions>; idempotencyKey: string }) =>
    call(createQuestions, { body }, { idempotencyKey }),
  );

interface Copying {
  readonly ids: readonly number[];
  /** The quiz, slides or cases; each gets copies of all of them. */
  readonly parentIds: readonly number[];
}

/** `onCopied` also gets those that were copied before one failed; what is sent again is copied once. */
export function useCopyQuestions(onCopied: (ids: readonly number[]) => void) {
  const keys = useIdempotencyKeys();
  return useSent(async ({ ids, parentIds }: Copying) => {
    for (const parentId of parentIds) {
      const body = { ids: [...ids], parentId };
      onCopied((await call(copyToIndividualQuiz, { body }, { idempotencyKey: keys.of(body) })).ids);
      keys.forget(body);
    }
  });
}

/** All of them or none. */
export const useDeleteQuestions = () =>
  useSent((ids: readonly number[]) => call(deleteQuestions, { body: { ids: [...ids] } }));
