/** A slide or case in a quiz: its title, and the questions below it. */
import { TextInput } from "@mantine/core";
import { TITLE_MAX_CHARACTERS } from "@parfocal/core/item/item-text-limits.ts";
import type { AuthoredQuiz, QuizSlide } from "@parfocal/core/quiz/quiz.contract.ts";
import { useTranslation } from "react-i18next";
import { EditorFrame } from "#editor/EditorFrame.tsx";
import type { ItemEditorProps } from "#editor/editor-props.ts";
import { useDraft } from "#editor/useDraft.ts";
import { showSuccess } from "#platform/failure-toast.ts";
import { CallFailure } from "#ui/CallFailure.tsx";
import { NotFoundPage } from "#ui/NotFoundPage.tsx";
import { PageSkeleton } from "#ui/PageSkeleton.tsx";
import { QuestionList } from "./QuestionList.tsx";
import styles from "./Quiz.module.css";
import { useQuizOutline, useRenameQuizSlide } from "./quiz.api.ts";
import { SubjectPicture } from "./SubjectPicture.tsx";

export function QuizSlideEditor({ id, parentId }: ItemEditorProps) {
  const { quiz, error, retry } = useQuizOutline(parentId ?? 0);
  if (!quiz) return error ? <CallFailure error={error} onRetry={retry} /> : <PageSkeleton />;
  const slide = quiz.slides.find((one) => one.id === id);
  return slide ? <SlideContents quiz={quiz} slide={slide} /> : <NotFoundPage />;
}

interface SlideContentsProps {
  readonly quiz: AuthoredQuiz;
  readonly slide: QuizSlide;
}

function SlideContents({ quiz, slide }: SlideContentsProps) {
  const { t } = useTranslation();
  const rename = useRenameQuizSlide(slide.id);
  const draft = useDraft({
    name: `${slide.type}-${slide.id}`,
    saved: { title: slide.title },
    async send({ title }) {
      if (title !== undefined) await rename.mutateAsync(title);
      showSuccess(t("quiz.slideUpdated"));
    },
  });
  const { title } = draft.values;
  const isTitleMissing = title.trim() === "";
  return (
    <EditorFrame kind={slide.type} title={slide.title} href={null} draft={draft} isValid={!isTitleMissing}>
      <TextInput
        label={t("quiz.slideTitle")}
        required
        value={title}
        maxLength={TITLE_MAX_CHARACTERS}
        error={isTitleMissing && t("quiz.slideTitleMissing")}
        onChange={(event) => draft.change({ title: event.currentTarget.value })}
      />
      <div className={styles.entry}>
        <SubjectPicture kind={slide.itemType} thumbnail={slide.thumbnail} />
        <span className={styles.entryWords}>
          {slide.itemTitle}
          <small>{t(slide.itemType === "image" ? "quiz.showsSlide" : "quiz.showsCase")}</small>
        </span>
      </div>
      <section className={styles.section} aria-label={t("quiz.questions")}>
        {quiz.type === "Individual" ? (
          <QuestionList
            quiz={quiz}
            parent={{ id: slide.id, kind: slide.type }}
            questionIds={slide.questionIds}
            emptyText={t("quiz.noQuestionsHere")}
          />
        ) : (
          <p className={styles.hint}>{t("quiz.onlyIndividual")}</p>
        )}
      </section>
    </EditorFrame>
  );
}
