/** Queries and changes of quizzes, and what they invalidate. */
import type { BodyFor, Call } from "@parfocal/core/call.contract.ts";
import { getImage } from "@parfocal/core/image/image.contract.ts";
import {
  type AuthoredQuiz,
  createQuiz,
  deleteQuizItem,
  getQuiz,
  type QuizSlide,
  updateQuiz,
} from "@parfocal/core/quiz/quiz.contract.ts";
import {
  createQuestion,
  deleteQuestion,
  getAnswerOption,
  getQuestion,
  listQuizQuestions,
  QUIZ_QUESTION_PAGE_SIZE,
  updateQuestion,
} from "@parfocal/core/quiz/quiz-question.contract.ts";
import { getTree, renameItem, restoreRemoved } from "@parfocal/core/structure/structure.contract.ts";
import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { sendChange } from "#editor/send-change.ts";
import { contentKeys } from "#item/content-keys.ts";
import { call } from "#platform/call.ts";
import { useIdempotencyKeys } from "#platform/useIdempotencyKeys.ts";
import type { Subject } from "./question-draft.ts";

export const quizKeys = {
  all: ["quiz"] as const,
  one: (id: number, parentId: number | null) => ["quiz", "one", id, parentId] as const,
  outline: (id: number) => ["quiz", "outline", id] as const,
  questions: (quizId: number, parentId: number) => ["quiz", "questions", quizId, parentId] as const,
  preview: (id: number) => ["quiz", "preview", id] as const,
  question: (id: number) => ["quiz", "question", id] as const,
  option: (id: number) => ["quiz", "option", id] as const,
  folders: ["quiz", "folders"] as const,
  image: (id: number) => ["quiz", "image", id] as const,
};

/**
 * As visible to the caller.
 *
 * @param parentId the folder or course in which it is opened; null: any. @param isPreview whether to load the caller's
 *   preview.
 */
export function useQuiz(id: number, parentId: number | null = null, isPreview = false) {
  return useQuery({
    queryKey: isPreview ? [...quizKeys.preview(id), parentId] : quizKeys.one(id, parentId),
    queryFn: ({ signal }) => {
      const parent = parentId === null ? {} : { parent: String(parentId) };
      const preview = isPreview ? ({ preview: "true" } as const) : {};
      return call(getQuiz, { params: { id }, query: { ...parent, ...preview } }, { signal });
    },
  });
}

/** For content managers; for others it is never loaded. */
export function useAuthoredQuiz(id: number): {
  quiz: AuthoredQuiz | undefined;
  error: Error | null;
  retry: () => void;
} {
  const { data, error, refetch } = useQuiz(id);
  return { quiz: data?.view === "authoring" ? data : undefined, error, retry: () => void refetch() };
}

/** Quiz for the editors: contains only the IDs of its questions, which `useQuizQuestions` loads page by page. */
export function useQuizOutline(id: number): ReturnType<typeof useAuthoredQuiz> {
  const { data, error, refetch } = useQuery({
    queryKey: quizKeys.outline(id),
    queryFn: ({ signal }) => call(getQuiz, { params: { id }, query: { questions: "ids" } }, { signal }),
  });
  return { quiz: data?.view === "authoring" ? data : undefined, error, retry: () => void refetch() };
}

/**
 * Questions of a quiz, or of a slide or case of it, page by page.
 *
 * Source: spec part 1, section 9 (30 per page; a shorter page is the last).
 */
export function useQuizQuestions(quizId: number, parentId: number) {
  return useInfiniteQuery({
    queryKey: quizKeys.questions(quizId, parentId),
    queryFn: ({ pageParam, signal }) =>
      call(
        listQuizQuestions,
        { params: { quizId: String(quizId) }, query: { page: String(pageParam), parent: String(parentId) } },
        { signal },
      ),
    initialPageParam: 1,
    getNextPageParam: (last, pages) => (last.length < QUIZ_QUESTION_PAGE_SIZE ? undefined : pages.length + 1),
    // A question may have been inserted between two pages: then the last of one page is the first of the next.
    select: ({ pages }) => [...new Map(pages.flat().map((one) => [one.id, one])).values()],
  });
}

export function useQuestion(id: number) {
  return useQuery({
    queryKey: quizKeys.question(id),
    queryFn: ({ signal }) => call(getQuestion, { params: { id } }, { signal }),
  });
}

export function useAnswerOption(id: number) {
  return useQuery({
    queryKey: quizKeys.option(id),
    queryFn: ({ signal }) => call(getAnswerOption, { params: { id } }, { signal }),
  });
}

/** Courses and folders whose images can be the source of a quiz. */
export function useSourceFolders(isEnabled: boolean) {
  return useQuery({
    queryKey: quizKeys.folders,
    queryFn: ({ signal }) => call(getTree, {}, { signal }),
    select: ({ nodes }) => nodes.filter(({ type }) => type === "course" || type === "folder"),
    enabled: isEnabled,
  });
}

const NOT_READY_POLL_MS = 5_000;

export function useRegionImage(id: number) {
  return useQuery({
    queryKey: quizKeys.image(id),
    queryFn: ({ signal }) => call(getImage, { params: { id } }, { signal }),
    // A slide that is still being prepared is added as soon as it is ready.
    refetchInterval: ({ state: { data } }) => (data && data.slideInformation === null ? NOT_READY_POLL_MS : false),
  });
}

/** @returns a function that reloads quizzes and the content that lists them. */
export function useRefreshQuizzes() {
  const queryClient = useQueryClient();
  return () =>
    Promise.all([
      queryClient.invalidateQueries({ queryKey: quizKeys.all }),
      queryClient.invalidateQueries({ queryKey: contentKeys.all }),
    ]);
}

function useQuizAction<Input, Answer>(action: (input: Input) => Promise<Answer>, saysItsFailures: boolean) {
  const refresh = useRefreshQuizzes();
  return useMutation({
    mutationFn: (input: Input) => sendChange(() => action(input), refresh),
    meta: { saysItsFailures },
  });
}

interface New<C extends Call> {
  readonly body: BodyFor<C>;
  readonly idempotencyKey: string;
}

export function useCreateQuiz() {
  return useQuizAction(
    ({ body, idempotencyKey }: New<typeof createQuiz>) => call(createQuiz, { body }, { idempotencyKey }),
    true,
  );
}

export function useUpdateQuiz(id: number) {
  return useQuizAction((body: BodyFor<typeof updateQuiz>) => call(updateQuiz, { params: { id }, body }), true);
}

type ChosenSubject = Pick<Subject, "id" | "kind">;

/**
 * Adds one after the other at the end, so that additions by others are kept. If one fails, the previous ones have been
 * added; a retry does not add them again.
 */
export function useAddQuizSlides(quizId: number) {
  const refresh = useRefreshQuizzes();
  const keys = useIdempotencyKeys();
  const bodyOf = ({ id, kind }: ChosenSubject) => ({ itemType: kind, itemId: id, quizId });
  return useMutation({
    async mutationFn(subjects: readonly ChosenSubject[]): Promise<QuizSlide | undefined> {
      let last: QuizSlide | undefined;
      for (const body of subjects.map(bodyOf)) {
        const quiz = await call(createQuiz, { body }, { idempotencyKey: keys.of(body) });
        last = quiz.slides.findLast(({ itemId }) => itemId === body.itemId);
      }
      return last;
    },
    onSuccess(_last, subjects) {
      for (const body of subjects.map(bodyOf)) keys.forget(body);
    },
    onSettled: refresh,
  });
}

export function useRenameQuizSlide(id: number) {
  return useQuizAction((title: string) => call(renameItem, { params: { id }, body: { title } }), true);
}

export function useCreateQuestion() {
  return useQuizAction(
    ({ body, idempotencyKey }: New<typeof createQuestion>) => call(createQuestion, { body }, { idempotencyKey }),
    true,
  );
}

export function useUpdateQuestion(id: number) {
  return useQuizAction((body: BodyFor<typeof updateQuestion>) => call(updateQuestion, { params: { id }, body }), true);
}

export type RemovableKind = "quizSlide" | "quizCase" | "quizQuestion" | "quizAnswerOption";

export function useDeleteQuizItem(quizId: number) {
  return useQuizAction(
    ({ type, id }: { type: RemovableKind; id: number }) =>
      type === "quizQuestion"
        ? call(deleteQuestion, { params: { id } })
        : call(deleteQuizItem, { params: { quizId, type, id } }),
    false,
  );
}

export function useRestoreQuizItem() {
  return useQuizAction((binId: number) => call(restoreRemoved, { params: { id: binId }, body: {} }), false);
}
