/** The editor of a question, and of an answer option: that is its question's, with the option standing out. */

import { Button } from "@mantine/core";
import { message } from "@parfocal/core/messages.ts";
import type { QuizQuestion } from "@parfocal/core/quiz/quiz-question.contract.ts";
import { IconQuestionMark } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { EditorFrame } from "#editor/EditorFrame.tsx";
import { useDraft } from "#editor/useDraft.ts";
import type { ItemEditorProps } from "#manage/editor-props.ts";
import { showSuccess } from "#platform/failure-toast.ts";
import { PageSkeleton } from "#ui/PageSkeleton.tsx";
import { StateMessage } from "#ui/StateMessage.tsx";
import { QuestionFields } from "./QuestionFields.tsx";
import { bodyOf, draftOf, draftProblem } from "./question-draft.ts";
import { useAnswerOption, useAuthoredQuiz, useQuestion, useUpdateQuestion } from "./quiz.api.ts";

export function QuestionEditor({ id }: ItemEditorProps) {
  return <EditorOf key={id} questionId={id} focusedOptionId={null} />;
}

export function AnswerOptionEditor({ id }: ItemEditorProps) {
  const { data, error, refetch } = useAnswerOption(id);
  if (data) return <EditorOf key={data.questionId} questionId={data.questionId} focusedOptionId={id} />;
  return error ? <LoadFailed onRetry={() => void refetch()} /> : <PageSkeleton />;
}

interface EditorOfProps {
  readonly questionId: number;
  readonly focusedOptionId: number | null;
}

function EditorOf({ questionId, focusedOptionId }: EditorOfProps) {
  const { data, error, refetch } = useQuestion(questionId);
  if (data) return <QuestionForm question={data} focusedOptionId={focusedOptionId} />;
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

function QuestionForm({
  question,
  focusedOptionId,
}: {
  readonly question: QuizQuestion;
  readonly focusedOptionId: number | null;
}) {
  const { t } = useTranslation();
  const update = useUpdateQuestion(question.id);
  const { quiz } = useAuthoredQuiz(question.quizId);
  const slide = quiz?.slides.find(({ id }) => id === question.slideId);
  const place = slide
    ? { id: slide.itemId, kind: slide.itemType, title: slide.itemTitle, thumbnail: slide.thumbnail }
    : null;
  const saved = draftOf(question);
  const draft = useDraft({
    name: `quizQuestion-${question.id}`,
    saved,
    async send(changes) {
      await update.mutateAsync(bodyOf(changes, changes.type ?? saved.type));
      showSuccess(t("quiz.questionUpdated"));
    },
  });
  const problem = draftProblem(draft.values, place?.kind ?? null);
  return (
    <EditorFrame kind="quizQuestion" title={question.title} href={null} draft={draft} isValid={problem === null}>
      <QuestionFields
        values={draft.values}
        place={place}
        problem={problem}
        isTold
        focusedOptionId={focusedOptionId}
        onChange={draft.change}
      />
    </EditorFrame>
  );
}
