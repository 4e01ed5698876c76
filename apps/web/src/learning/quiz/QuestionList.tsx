/** Questions in their order, in a quiz or under one of its slides: each leads to its editor, or is taken out; new ones come in. */
import { Button } from "@mantine/core";
import type { ItemKind } from "@parfocal/core/item/item-kinds.ts";
import type { QuizQuestion } from "@parfocal/core/quiz/quiz-question.contract.ts";
import { IconPlus } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { AddQuestionDialog } from "./AddQuestionDialog.tsx";
import { EntryLink } from "./EntryLink.tsx";
import styles from "./Quiz.module.css";
import { RemoveButton } from "./RemoveButton.tsx";
import { useRemoveFromQuiz } from "./useRemoveFromQuiz.ts";

interface QuestionListProps {
  readonly quizId: number;
  /** What they stand under: the quiz, or a slide or case of it. */
  readonly parent: { readonly id: number; readonly kind: ItemKind };
  readonly questions: readonly QuizQuestion[];
  /** Said where there are none. */
  readonly emptyText: string;
}

export function QuestionList({ quizId, parent, questions, emptyText }: QuestionListProps) {
  const { t } = useTranslation();
  const [isAdding, setAdding] = useState(false);
  const remove = useRemoveFromQuiz(quizId);
  return (
    <>
      <h3 className={styles.sectionTitle}>{t("quiz.questions")}</h3>
      {questions.length === 0 && <p className={styles.hint}>{emptyText}</p>}
      <ol className={styles.list}>
        {questions.map(({ id, title, type }) => (
          <li key={id} className={styles.entry}>
            <span className={styles.entryWords}>
              <EntryLink id={id} parentId={parent.id} title={title} />
              <small>{t(`quiz.type_${type}`)}</small>
            </span>
            <RemoveButton title={title} onRemove={() => remove({ type: "quizQuestion", id, title })} />
          </li>
        ))}
      </ol>
      <div>
        <Button
          variant="default"
          leftSection={<IconPlus size={18} stroke={1.5} aria-hidden />}
          onClick={() => setAdding(true)}
        >
          {t("quiz.addQuestion")}
        </Button>
      </div>
      {isAdding && (
        <AddQuestionDialog
          parentId={parent.id}
          parentKind={parent.kind}
          onAdded={() => undefined}
          onClose={() => setAdding(false)}
        />
      )}
    </>
  );
}
