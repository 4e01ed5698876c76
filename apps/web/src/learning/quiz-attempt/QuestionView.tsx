/** One question beside its slide or case; above it on a phone. */
import { Alert, Button, Group, Switch } from "@mantine/core";
import type { TakenQuiz } from "@parfocal/core/quiz/quiz.contract.ts";
import type { TakenQuestion } from "@parfocal/core/quiz/taken-quiz.contract.ts";
import { IconArrowLeft, IconArrowRight } from "@tabler/icons-react";
import { Suspense, useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { RichText } from "#rich-text/RichText.tsx";
import { usePageTop } from "#ui/usePageTop.ts";
import { AnswerField } from "./AnswerField.tsx";
import { type AttemptKeeper, answerKey, isAnswerGiven, type KeeperSnapshot } from "./attempt-keeper.ts";
import { marksOf } from "./choices.ts";
import { Explanation } from "./Explanation.tsx";
import styles from "./QuizAttempt.module.css";
import { LaterQuestionStage } from "./question-stage-part.ts";
import { useQuestionTitle } from "./useQuestionTitle.ts";
import { useWorthText } from "./useScoreText.ts";
import { Verdict } from "./Verdict.tsx";

const NO_REGIONS: readonly never[] = [];

interface QuestionViewProps {
  readonly quiz: TakenQuiz;
  readonly question: TakenQuestion;
  readonly keeper: AttemptKeeper;
  readonly snapshot: KeeperSnapshot;
  /** Null: on one page with the other questions. */
  readonly steps: QuestionSteps | null;
  /** Whether loading of its slide is deferred, because the question is far from the visible area. */
  readonly isFar?: boolean;
}

interface QuestionSteps {
  /** Null: there is none, or it cannot be opened yet. */
  readonly onPrevious: (() => void) | null;
  readonly onNext: (() => void) | null;
}

export function QuestionView({ quiz, question, keeper, snapshot, steps, isFar = false }: QuestionViewProps) {
  const { t } = useTranslation();
  const whole = useRef<HTMLDivElement>(null);
  const panel = useRef<HTMLElement>(null);
  usePageTop(whole);
  // Another question has replaced the one with the focus: screen readers continue here.
  const isAlone = steps !== null;
  useEffect(() => {
    if (isAlone && document.activeElement === document.body) panel.current?.focus({ preventScroll: true });
  }, [isAlone]);
  const { subject, questionType } = question;
  const key = answerKey(question.id, question.itemId);
  const mine = snapshot.answers.get(key);
  const isFinal = mine?.isChecked ?? false;
  const isDrawn = questionType === "annotation" && !isFinal;
  return (
    <div ref={isAlone ? whole : null} className={styles.question} data-with-slide={subject !== null || undefined}>
      {subject && isFar && <div className={styles.stageFrame} />}
      {subject && !isFar && (
        <Suspense fallback={<div className={styles.stageFrame} />}>
          <LaterQuestionStage
            quizId={quiz.id}
            isPreview={quiz.isPreview}
            subjectId={subject.id}
            marks={marksOf(questionType === "annotation" ? mine?.answer : undefined)}
            regions={mine?.solution?.regions ?? NO_REGIONS}
            onDraw={isDrawn ? (marks) => keeper.change(question, { answer: [...marks] }) : null}
          />
        </Suspense>
      )}
      <section
        ref={panel}
        tabIndex={-1}
        className={styles.panel}
        aria-label={t("quizAttempt.questionNumber", { number: question.order })}
      >
        <QuestionText quiz={quiz} question={question} />
        <AnswerField
          question={question}
          currentAnswer={mine}
          isFinal={isFinal}
          onChange={(answer) => keeper.change(question, { answer })}
        />
        {snapshot.problems.has(key) && (
          <Alert color="red" role="alert">
            {snapshot.problems.get(key)}
          </Alert>
        )}
        <Verdict question={question} currentAnswer={mine} />
        <Explanation solution={mine?.solution} />
        {quiz.isSelftestEnabled && !isFinal && (
          <Button
            variant="light"
            disabled={!isAnswerGiven(mine?.answer)}
            onClick={() => keeper.change(question, { isChecked: true })}
          >
            {t("quizAttempt.check")}
          </Button>
        )}
        <Switch
          label={t("quizAttempt.mark")}
          checked={mine?.isMarked ?? false}
          onChange={(event) => keeper.change(question, { isMarked: event.currentTarget.checked })}
        />
        {steps && <StepButtons {...steps} />}
      </section>
    </div>
  );
}

function StepButtons({ onPrevious, onNext }: QuestionSteps) {
  const { t } = useTranslation();
  return (
    <>
      <Group justify="space-between">
        <Button
          variant="default"
          disabled={!onPrevious}
          leftSection={<IconArrowLeft size={18} stroke={1.5} aria-hidden />}
          onClick={onPrevious ?? undefined}
        >
          {t("quizAttempt.previous")}
        </Button>
        <Button
          variant="default"
          disabled={!onNext}
          rightSection={<IconArrowRight size={18} stroke={1.5} aria-hidden />}
          onClick={onNext ?? undefined}
        >
          {t("quizAttempt.next")}
        </Button>
      </Group>
      <p className={styles.keys}>{t("quizAttempt.keys")}</p>
    </>
  );
}

interface QuestionTextProps {
  readonly quiz: Pick<TakenQuiz, "isAutomaticallyNumbered" | "type">;
  readonly question: TakenQuestion;
}

/** Its title, its text, and its points. */
export function QuestionText({ quiz, question }: QuestionTextProps) {
  const { t } = useTranslation();
  const worthText = useWorthText();
  const title = useQuestionTitle()(question);
  const { content, order, maxScore, subject } = question;
  return (
    <div className={styles.section}>
      <h2 className={styles.questionTitle}>{quiz.isAutomaticallyNumbered ? `${order}. ${title}` : title}</h2>
      {content !== "" && <RichText text={content} />}
      {maxScore !== null && <p className={styles.hint}>{worthText(maxScore)}</p>}
      {quiz.type === "Common" && !subject && <p className={styles.hint}>{t("quizAttempt.noSlide")}</p>}
    </div>
  );
}
