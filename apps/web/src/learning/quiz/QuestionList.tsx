/**
 * Questions in order, in a quiz or under one of its slides, each with a link to its editor and actions to move, copy
 * and delete it.
 */
import { Button, Group, Menu, Modal } from "@mantine/core";
import type { ItemKind } from "@parfocal/core/item/item-kinds.ts";
import type { AuthoredQuiz } from "@parfocal/core/quiz/quiz.contract.ts";
import type { QuizQuestion } from "@parfocal/core/quiz/quiz-question.contract.ts";
import { IconCopy, IconCopyPlus, IconFileExport, IconFileImport, IconListNumbers, IconPlus } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { ExportQuestionsDialog } from "#question-export/ExportQuestionsDialog.tsx";
import { ImportQuestionsDialog } from "#question-import/ImportQuestionsDialog.tsx";
import { CallFailure } from "#ui/CallFailure.tsx";
import { PageSkeleton } from "#ui/PageSkeleton.tsx";
import { AddQuestionDialog } from "./AddQuestionDialog.tsx";
import { CopyQuestionDialog } from "./CopyQuestionDialog.tsx";
import { EntryLink } from "./EntryLink.tsx";
import { ManyQuestionsDialog } from "./ManyQuestionsDialog.tsx";
import { PagedQuestions } from "./PagedQuestions.tsx";
import styles from "./Quiz.module.css";
import { useAuthoredQuiz, useRefreshQuizzes } from "./quiz.api.ts";
import { useCopyHere } from "./useCopyHere.ts";
import { useRemoveFromQuiz } from "./useRemoveFromQuiz.ts";
import { useUndoAdding } from "./useUndoAdding.ts";

interface QuestionListProps {
  readonly quiz: Pick<AuthoredQuiz, "id" | "title" | "type" | "slides">;
  /** Parent of the questions: the quiz, or a slide or case of it. */
  readonly parent: { readonly id: number; readonly kind: ItemKind };
  /** IDs of all questions, in order. */
  readonly questionIds: readonly number[];
  /** Shown if there are no questions. */
  readonly emptyText: string;
}

const ICON = { size: 18, stroke: 1.5, "aria-hidden": true } as const;

export function QuestionList({ quiz, parent, questionIds, emptyText }: QuestionListProps) {
  const { t } = useTranslation();
  const [shown, setShown] = useState<"one" | "many" | "file" | "export" | QuizQuestion | null>(null);
  /** Kept while the dialog is closed. */
  const [typed, setTyped] = useState("");
  const remove = useRemoveFromQuiz(quiz.id);
  const copyHere = useCopyHere();
  const offerUndo = useUndoAdding();
  const refresh = useRefreshQuizzes();
  const close = () => setShown(null);
  const isIndividual = quiz.type === "Individual";
  const isAnyInQuiz = questionIds.length > 0 || quiz.slides.some((slide) => slide.questionIds.length > 0);
  return (
    <>
      <h3 className={styles.sectionTitle}>{t("quiz.questions")}</h3>
      {questionIds.length === 0 && <p className={styles.hint}>{emptyText}</p>}
      <PagedQuestions
        quizId={quiz.id}
        parentId={parent.id}
        questionIds={questionIds}
        onRemove={({ id, title }) => remove({ type: "quizQuestion", id, title })}
        renderEntry={({ id, title, type }) => (
          <span className={styles.entryWords}>
            <EntryLink id={id} parentId={parent.id} title={title} />
            <small>{t(`quiz.type_${type}`)}</small>
          </span>
        )}
        renderMenu={(question) =>
          isIndividual && (
            <>
              <Menu.Divider />
              <Menu.Item leftSection={<IconCopy {...ICON} />} onClick={() => copyHere([question], [parent.id])}>
                {t("quiz.duplicate")}
              </Menu.Item>
              {quiz.slides.length > 0 && (
                <Menu.Item leftSection={<IconCopyPlus {...ICON} />} onClick={() => setShown(question)}>
                  {t("quiz.copyToSlides")}
                </Menu.Item>
              )}
            </>
          )
        }
      />
      <Group gap="xs">
        <Button variant="default" leftSection={<IconPlus {...ICON} />} onClick={() => setShown("one")}>
          {t("quiz.addQuestion")}
        </Button>
        <Button variant="default" leftSection={<IconListNumbers {...ICON} />} onClick={() => setShown("many")}>
          {t("quiz.addMany")}
        </Button>
        <Button variant="default" leftSection={<IconFileImport {...ICON} />} onClick={() => setShown("file")}>
          {t("questionImport.open")}
        </Button>
        {parent.id === quiz.id && isAnyInQuiz && (
          <Button variant="default" leftSection={<IconFileExport {...ICON} />} onClick={() => setShown("export")}>
            {t("questionExport.open")}
          </Button>
        )}
      </Group>
      {shown === "one" && (
        <AddQuestionDialog parentId={parent.id} parentKind={parent.kind} onAdded={() => undefined} onClose={close} />
      )}
      {shown === "many" && <ManyQuestionsDialog parentId={parent.id} typed={typed} onType={setTyped} onClose={close} />}
      {shown === "file" && (
        <ImportQuestionsDialog
          parentId={parent.id}
          onImported={(ids, mediaIds) => {
            void refresh();
            offerUndo(t("questionImport.added", { count: ids.length }), ids, mediaIds);
          }}
          onClose={close}
        />
      )}
      {shown === "export" && <ExportDialog quizId={quiz.id} onClose={close} />}
      {shown !== null && typeof shown === "object" && (
        <CopyQuestionDialog quiz={quiz} question={shown} onClose={close} />
      )}
    </>
  );
}

/** The file contains all questions of the quiz, which are loaded on request. */
function ExportDialog({ quizId, onClose }: { readonly quizId: number; readonly onClose: () => void }) {
  const { t } = useTranslation();
  const { quiz, error, retry } = useAuthoredQuiz(quizId);
  if (quiz) return <ExportQuestionsDialog quizId={quizId} questions={questionsInOrder(quiz)} onClose={onClose} />;
  return (
    <Modal
      opened
      onClose={onClose}
      title={t("questionExport.title")}
      closeButtonProps={{ "aria-label": t("ui.close") }}
    >
      {error ? <CallFailure error={error} onRetry={retry} /> : <PageSkeleton />}
    </Modal>
  );
}

const questionsInOrder = ({ slides, questions }: Pick<AuthoredQuiz, "slides" | "questions">) => [
  ...slides.flatMap((slide) => slide.questions),
  ...questions,
];
