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

/** Failures are reported where it is used; the list is reloaded in that case too. */
function useSent<Input, Answer>(send: (input: Input) => Promise<Answer>) {
  const refresh = useRefreshQuizzes();
  return useMutation({ mutationFn: send, meta: { saysItsFailures: true }, onSettled: refresh }).mutateAsync;
}

/** @returns a mutation that takes the IDs of all questions of the parent, in their new order. */
export const useOrderQuestions = (parentId: number) =>
  useSent((questionIds: readonly number[]) =>
    call(orderQuestions, { body: { parentId, questionIds: [...questionIds] } }),
  );

/** @returns a mutation that takes the IDs of all slides and cases of the quiz, in their new order. */
export const useOrderQuizSlides = (quizId: number) =>
  useSent((slideIds: readonly number[]) => call(orderQuizSlides, { body: { quizId, slideIds: [...slideIds] } }));

interface Insertion {
  readonly subjects: readonly Pick<Subject, "id" | "kind">[];
  /** The slide or case of the quiz after which they are added. */
  readonly afterId: number;
}

/** Adds all or none. @returns a mutation that returns the IDs of the added slides and cases. */
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
  /** The quiz, slides or cases; each gets copies of all questions. */
  readonly parentIds: readonly number[];
}

/** `onCopied` also receives the copies made before a failure; a retry does not create duplicates. */
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

/** Deletes all or none. */
export const useDeleteQuestions = () =>
  useSent((ids: readonly number[]) => call(deleteQuestions, { body: { ids: [...ids] } }));
