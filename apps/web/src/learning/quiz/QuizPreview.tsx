/** A quiz as learners see it: no answer is marked, and no input is stored. */
import { Checkbox, Modal, Radio, Select, Stack, Textarea } from "@mantine/core";
import type { AuthoredQuiz } from "@parfocal/core/quiz/quiz.contract.ts";
import type { QuizQuestion } from "@parfocal/core/quiz/quiz-question.contract.ts";
import { useTranslation } from "react-i18next";
import { RichText } from "#rich-text/RichText.tsx";
import { CallFailure } from "#ui/CallFailure.tsx";
import { PageSkeleton } from "#ui/PageSkeleton.tsx";
import { PreviewSubject } from "./PreviewSubject.tsx";
import styles from "./Quiz.module.css";
import { useAuthoredQuiz } from "./quiz.api.ts";

interface QuizPreviewProps {
  /** The questions of the quiz are loaded here. */
  readonly quiz: Pick<AuthoredQuiz, "id" | "title">;
  readonly onClose: () => void;
}

export function QuizPreviewDialog({ quiz, onClose }: QuizPreviewProps) {
  const { t } = useTranslation();
  const whole = useAuthoredQuiz(quiz.id);
  return (
    <Modal
      opened
      onClose={onClose}
      title={t("quiz.previewOf", { title: quiz.title })}
      size="xl"
      closeButtonProps={{ "aria-label": t("ui.close") }}
    >
      {whole.quiz && <QuizPreview quiz={whole.quiz} />}
      {!whole.quiz && (whole.error ? <CallFailure error={whole.error} onRetry={whole.retry} /> : <PageSkeleton />)}
    </Modal>
  );
}

function QuizPreview({ quiz }: { readonly quiz: AuthoredQuiz }) {
  const { t } = useTranslation();
  const questions = [...quiz.slides.flatMap((slide) => slide.questions), ...quiz.questions];
  const numberOf = (question: QuizQuestion) => (quiz.isAutomaticallyNumbered ? questions.indexOf(question) + 1 : null);
  return (
    <>
      <Stack gap="sm" mb="sm">
        <p className={styles.hint}>{t("quiz.previewHint")}</p>
        <RichText text={quiz.content} />
      </Stack>
      {quiz.type === "Auto-Generated" && <p>{t("quiz.previewAuto", { count: quiz.slideCount })}</p>}
      {quiz.type === "Common" && <p>{t("quiz.previewCommon", { count: quiz.slideCount })}</p>}
      {quiz.slides.map((slide) => (
        <section key={slide.id} aria-label={slide.title}>
          <PreviewSubject id={slide.itemId} kind={slide.itemType} thumbnail={slide.thumbnail}>
            <h3 className={styles.sectionTitle}>{slide.title}</h3>
          </PreviewSubject>
          {slide.questions.map((question) => (
            <PreviewQuestion key={question.id} question={question} number={numberOf(question)} />
          ))}
        </section>
      ))}
      {quiz.questions.map((question) => (
        <PreviewQuestion key={question.id} question={question} number={numberOf(question)} />
      ))}
      {questions.length === 0 && quiz.type !== "Auto-Generated" && <p>{t("quiz.noQuestions")}</p>}
    </>
  );
}

/** @param number null: questions of this quiz have none. */
function PreviewQuestion({ question, number }: { readonly question: QuizQuestion; readonly number: number | null }) {
  const { title, content, itemId, itemType, thumbnail } = question;
  return (
    <fieldset className={styles.previewQuestion} aria-label={title}>
      <strong>{number === null ? title : `${number}. ${title}`}</strong>
      <RichText text={content} />
      {itemType && itemId !== null && <PreviewSubject id={itemId} kind={itemType} thumbnail={thumbnail} />}
      <PreviewAnswer question={question} />
    </fieldset>
  );
}

function PreviewAnswer({ question }: { readonly question: QuizQuestion }) {
  const { t } = useTranslation();
  const { id, title, type, answerOptions } = question;
  const texts = answerOptions.map(({ id: optionId, label, option }) => ({ optionId, text: `${label}. ${option}` }));
  switch (type) {
    case "short-answer":
      return <Textarea aria-label={t("quiz.answerTo", { title })} autosize minRows={2} />;
    case "multiple-choice":
      return (
        <Stack gap={8}>
          {texts.map(({ optionId, text }) => (
            <Radio key={optionId} name={`preview-${id}`} label={text} />
          ))}
        </Stack>
      );
    case "multiple-answer":
      return (
        <Stack gap={8}>
          {texts.map(({ optionId, text }) => (
            <Checkbox key={optionId} label={text} />
          ))}
        </Stack>
      );
    case "matching": {
      const rights = answerOptions.map(({ right, option }) => right || option).toSorted((a, b) => a.localeCompare(b));
      return (
        <Stack gap={8}>
          {answerOptions.map(({ id: optionId, left, option }) => (
            <Select key={optionId} label={left || option} data={[...new Set(rights)]} clearable />
          ))}
        </Stack>
      );
    }
    case "annotation":
      return <p className={styles.hint}>{t("quiz.previewAnnotation")}</p>;
  }
}
