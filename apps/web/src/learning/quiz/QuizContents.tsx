/** What stands in a quiz: its slides and cases, and its questions; slides are added and taken out here. */
import { Button } from "@mantine/core";
import type { AuthoredQuiz } from "@parfocal/core/quiz/quiz.contract.ts";
import { QUIZ_SUBJECT_KINDS } from "@parfocal/core/quiz/quiz-types.ts";
import { IconPlus } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { AddSubjectDialog } from "./AddSubjectDialog.tsx";
import { EntryLink } from "./EntryLink.tsx";
import { QuestionList } from "./QuestionList.tsx";
import styles from "./Quiz.module.css";
import { RemoveButton } from "./RemoveButton.tsx";
import { SubjectPicture } from "./SubjectPicture.tsx";
import { useRemoveFromQuiz } from "./useRemoveFromQuiz.ts";

export function QuizContents({ quiz }: { readonly quiz: AuthoredQuiz }) {
  const { t } = useTranslation();
  const [isChoosing, setChoosing] = useState(false);
  const remove = useRemoveFromQuiz(quiz.id);
  return (
    <section className={styles.section} aria-label={t("quiz.contents")}>
      <h3 className={styles.sectionTitle}>{t("quiz.slidesAndCases")}</h3>
      {quiz.slides.length === 0 && <p className={styles.hint}>{t("quiz.noSlides")}</p>}
      <ol className={styles.list}>
        {quiz.slides.map(({ id, type, title, itemType, thumbnail, questions }) => (
          <li key={id} className={styles.entry}>
            <SubjectPicture kind={itemType} thumbnail={thumbnail} />
            <span className={styles.entryWords}>
              <EntryLink id={id} parentId={quiz.id} title={title} />
              <small>{t("quiz.questionCount", { count: questions.length })}</small>
            </span>
            <RemoveButton title={title} onRemove={() => remove({ type, id, title })} />
          </li>
        ))}
      </ol>
      <div>
        <Button
          variant="default"
          leftSection={<IconPlus size={18} stroke={1.5} aria-hidden />}
          onClick={() => setChoosing(true)}
        >
          {t("quiz.addSlides")}
        </Button>
      </div>
      {quiz.type !== "Auto-Generated" && (
        <QuestionList
          quizId={quiz.id}
          parent={{ id: quiz.id, kind: "quiz" }}
          questions={quiz.questions}
          emptyText={t("quiz.noQuestions")}
        />
      )}
      {isChoosing && (
        <AddSubjectDialog
          quizId={quiz.id}
          title={t("quiz.addSlides")}
          kinds={QUIZ_SUBJECT_KINDS}
          onAdded={() => setChoosing(false)}
          onClose={() => setChoosing(false)}
        />
      )}
    </section>
  );
}
