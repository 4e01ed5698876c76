/** The contents of a quiz: its slides and cases, and its questions. Slides are added and removed here. */
import { Button, Menu } from "@mantine/core";
import type { AuthoredQuiz, QuizSlide } from "@parfocal/core/quiz/quiz.contract.ts";
import { QUIZ_SLIDES_MAX } from "@parfocal/core/quiz/quiz-rules.ts";
import { QUIZ_SUBJECT_KINDS } from "@parfocal/core/quiz/quiz-types.ts";
import { IconPlus } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { AddSubjectDialog } from "./AddSubjectDialog.tsx";
import { EntryLink } from "./EntryLink.tsx";
import { InsertSlidesDialog } from "./InsertSlidesDialog.tsx";
import { OrderedEntries } from "./OrderedEntries.tsx";
import { QuestionList } from "./QuestionList.tsx";
import styles from "./Quiz.module.css";
import { useOrderQuizSlides } from "./quiz-order.api.ts";
import { SubjectPicture } from "./SubjectPicture.tsx";
import { useRemoveFromQuiz } from "./useRemoveFromQuiz.ts";

export function QuizContents({ quiz }: { readonly quiz: AuthoredQuiz }) {
  const { t } = useTranslation();
  const [isChoosing, setChoosing] = useState(false);
  /** The slide or case after which slides are added; null: no dialog is open. */
  const [after, setAfter] = useState<QuizSlide | null>(null);
  const remove = useRemoveFromQuiz(quiz.id);
  const order = useOrderQuizSlides(quiz.id);
  return (
    <section className={styles.section} aria-label={t("quiz.contents")}>
      <h3 className={styles.sectionTitle}>{t("quiz.slidesAndCases")}</h3>
      {quiz.slides.length === 0 && <p className={styles.hint}>{t("quiz.noSlides")}</p>}
      <OrderedEntries
        label={t("quiz.slidesAndCases")}
        entries={quiz.slides}
        onOrder={order}
        onRemove={({ id, type, title }) => remove({ type, id, title })}
        renderEntry={({ id, title, itemType, thumbnail, questionIds }) => (
          <>
            <SubjectPicture kind={itemType} thumbnail={thumbnail} />
            <span className={styles.entryWords}>
              <EntryLink id={id} parentId={quiz.id} title={title} />
              <small>{t("quiz.questionCount", { count: questionIds.length })}</small>
            </span>
          </>
        )}
        renderMenu={(slide) => (
          <>
            <Menu.Divider />
            <Menu.Item
              leftSection={<IconPlus size={18} stroke={1.5} aria-hidden />}
              disabled={quiz.slides.length >= QUIZ_SLIDES_MAX}
              onClick={() => setAfter(slide)}
            >
              {t("quiz.insertAfter")}
            </Menu.Item>
          </>
        )}
      />
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
          quiz={quiz}
          parent={{ id: quiz.id, kind: "quiz" }}
          questionIds={quiz.questionIds}
          emptyText={t("quiz.noQuestions")}
        />
      )}
      {after && <InsertSlidesDialog quiz={quiz} after={after} onClose={() => setAfter(null)} />}
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
