/** Editor of a question, or of an answer option: the question's editor with the option highlighted. */

import { Button } from "@mantine/core";
import { AppError } from "@parfocal/core/errors.ts";
import type { PathStep } from "@parfocal/core/item/public-path.ts";
import { message } from "@parfocal/core/messages.ts";
import type { QuizQuestion } from "@parfocal/core/quiz/quiz-question.contract.ts";
import { IconQuestionMark } from "@tabler/icons-react";
import { useRef } from "react";
import { useTranslation } from "react-i18next";
import { EditorFrame } from "#editor/EditorFrame.tsx";
import type { ItemEditorProps } from "#editor/editor-props.ts";
import { type Draft, useDraft } from "#editor/useDraft.ts";
import { pathTo } from "#item/place-path.ts";
import { showSuccess } from "#platform/failure-toast.ts";
import { useSession } from "#platform/session.tsx";
import { RichText } from "#rich-text/RichText.tsx";
import { PageSkeleton } from "#ui/PageSkeleton.tsx";
import { StateMessage } from "#ui/StateMessage.tsx";
import { useLatest } from "#ui/useLatest.ts";
import { QuestionFields } from "./QuestionFields.tsx";
import { bodyOf, draftOf, draftProblem, type OptionDraft, type QuestionDraft } from "./question-draft.ts";
import { useAnswerOption, useAuthoredQuiz, useQuestion, useUpdateQuestion } from "./quiz.api.ts";

export function QuestionEditor({ id, steps }: ItemEditorProps) {
  return <EditorOf key={id} questionId={id} steps={steps} focusedOptionId={null} />;
}

export function AnswerOptionEditor({ id, steps }: ItemEditorProps) {
  const { data, error, refetch } = useAnswerOption(id);
  if (data)
    return (
      <EditorOf key={data.questionId} questionId={data.questionId} steps={steps.slice(0, -1)} focusedOptionId={id} />
    );
  return error ? <LoadFailed onRetry={() => void refetch()} /> : <PageSkeleton />;
}

interface EditorOfProps {
  readonly questionId: number;
  /** From the course down to the question. */
  readonly steps: readonly PathStep[];
  readonly focusedOptionId: number | null;
}

function EditorOf({ questionId, steps, focusedOptionId }: EditorOfProps) {
  const { data, error, refetch } = useQuestion(questionId);
  if (data) {
    const form = { question: data, steps, focusedOptionId };
    return <QuestionForm {...form} onConflict={() => void refetch()} />;
  }
  return error ? <LoadFailed onRetry={() => void refetch()} /> : <PageSkeleton />;
}

function LoadFailed({ onRetry }: { readonly onRetry: () => void }) {
  const { t } = useTranslation();
  return (
    <StateMessage
      icon={IconQuestionMark}
      title={message("quiz.questionLoadFailed")}
      text={t("editor.loadFailed")}
      isAlert
      isWholePage={false}
    >
      <Button variant="default" onClick={onRetry}>
        {t("quiz.retry")}
      </Button>
    </StateMessage>
  );
}

/**
 * The options are stored together with the version they are based on, also across a reload, because others may have
 * changed them.
 */
interface QuestionValues extends Omit<QuestionDraft, "answerOptions"> {
  readonly options: { readonly list: readonly OptionDraft[]; readonly version: string };
}

function valuesOf(question: QuizQuestion): QuestionValues {
  const { answerOptions: list, ...fields } = draftOf(question);
  return { ...fields, options: { list, version: question.optionsVersion } };
}

interface QuestionFormProps {
  readonly question: QuizQuestion;
  readonly steps: readonly PathStep[];
  readonly focusedOptionId: number | null;
  /** Called when someone else has changed the options and their version is available. */
  readonly onConflict: () => void;
}

function QuestionForm({ question, steps, focusedOptionId, onConflict }: QuestionFormProps) {
  const { t } = useTranslation();
  const { site } = useSession();
  const update = useUpdateQuestion(question.id);
  const { quiz } = useAuthoredQuiz(question.quizId);
  const slide = quiz?.slides.find(({ id }) => id === question.slideId);
  const place = slide
    ? { id: slide.itemId, kind: slide.itemType, title: slide.itemTitle, thumbnail: slide.thumbnail }
    : null;
  const saved = valuesOf(question);
  const changesOfOptions = useRef(0);
  const draft: Draft<QuestionValues> = useDraft<QuestionValues>({
    name: `quizQuestion-${question.id}`,
    saved,
    async send({ options, ...changes }, { title, content, correctAnswer, explanation }) {
      const changesBefore = changesOfOptions.current;
      const withVersions = options && { optionsVersion: options.version };
      const seen = { title, content, correctAnswer, explanation };
      const body = bodyOf({ ...changes, answerOptions: options?.list }, changes.type ?? saved.type);
      const updated = await update.mutateAsync({ ...body, ...withVersions, seen }).catch((error: unknown) => {
        if (error instanceof AppError && error.kind === "conflict") onConflict();
        throw error;
      });
      // Text typed in the meantime is a change to the version saved now.
      if (changesOfOptions.current !== changesBefore)
        draft.change({ options: { list: latest.current.list, version: updated.optionsVersion } });
      showSuccess(t("quiz.questionUpdated"));
    },
  });
  const { options, ...fields } = draft.values;
  const latest = useLatest(options);
  const values = { ...fields, answerOptions: options.list };
  const problem = draftProblem(values, place?.kind ?? null);
  function change({ answerOptions, ...changes }: Partial<QuestionDraft>): void {
    if (answerOptions) changesOfOptions.current += 1;
    draft.change(answerOptions ? { ...changes, options: { ...latest.current, list: answerOptions } } : changes);
  }
  return (
    <EditorFrame
      kind="quizQuestion"
      title={question.title}
      href={pathTo(site.id, steps)}
      draft={draft}
      isValid={problem === null}
      compared={[
        { name: "title", label: t("quiz.questionTitle"), show: (shown) => shown.title },
        { name: "content", label: t("quiz.questionContent"), show: (shown) => <RichText text={shown.content} /> },
        { name: "correctAnswer", label: t("quiz.correctAnswer"), show: (shown) => shown.correctAnswer },
        { name: "explanation", label: t("quiz.explanation"), show: (shown) => <RichText text={shown.explanation} /> },
      ]}
    >
      <QuestionFields
        values={values}
        place={place}
        problem={problem}
        showsErrors
        focusedOptionId={focusedOptionId}
        onChange={change}
      />
    </EditorFrame>
  );
}
