/** One practised question beside its slide; once checked, it shows the solution and can be repeated. */
import { Button, Group } from "@mantine/core";
import type { TakenQuiz } from "@parfocal/core/quiz/quiz.contract.ts";
import { type ReactNode, Suspense, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useQuizSubject } from "#quiz-subject/quiz-subject.api.ts";
import { usePageTop } from "#ui/usePageTop.ts";
import { AnswerField } from "./AnswerField.tsx";
import { type AnswerValue, type CurrentAnswer, isAnswerGiven } from "./attempt-keeper.ts";
import { marksOf } from "./choices.ts";
import { Explanation } from "./Explanation.tsx";
import { gradePractice, type PractisedQuestion } from "./practice.ts";
import { QuestionText } from "./QuestionView.tsx";
import styles from "./QuizAttempt.module.css";
import { LaterQuestionStage } from "./question-stage-part.ts";
import { type Grade, GradeAlert, solutionLines } from "./Verdict.tsx";

interface PractisedQuestionViewProps {
  readonly quiz: TakenQuiz;
  readonly practised: PractisedQuestion;
  readonly onGraded: (verdict: Grade | null) => void;
  /** Link to the next question. */
  readonly children: ReactNode;
}

const NO_REGIONS: readonly never[] = [];

export function PractisedQuestionView({ quiz, practised, onGraded, children }: PractisedQuestionViewProps) {
  const { t } = useTranslation();
  const { question, solution } = practised;
  const { id, itemId, questionType, subject } = question;
  const whole = useRef<HTMLDivElement>(null);
  const panel = useRef<HTMLElement>(null);
  usePageTop(whole);
  // The focused button belonged to the previous question.
  useEffect(() => {
    if (document.activeElement === document.body) panel.current?.focus({ preventScroll: true });
  }, []);
  const [answer, setAnswer] = useState<AnswerValue | undefined>(undefined);
  const [verdict, setVerdict] = useState<Grade | null>(null);
  const pixel = useSlideScale(quiz, practised);
  const isFinal = verdict !== null;
  const isDrawn = questionType === "annotation" && !isFinal;
  const currentAnswer: CurrentAnswer | undefined =
    answer === undefined
      ? undefined
      : {
          questionId: id,
          itemId,
          questionType,
          answer,
          isMarked: false,
          isChecked: isFinal,
          rev: 1,
          verdict: null,
          solution: null,
        };
  const check = () => {
    const graded = answer === undefined ? null : gradePractice(practised, answer, pixel);
    setVerdict(graded);
    onGraded(graded);
  };
  return (
    <div ref={whole} className={styles.question} data-with-slide={subject !== null || undefined}>
      {subject && (
        <Suspense fallback={<div className={styles.stageFrame} />}>
          <LaterQuestionStage
            quizId={quiz.id}
            isPreview={quiz.isPreview}
            subjectId={subject.id}
            marks={marksOf(questionType === "annotation" ? answer : undefined)}
            regions={isFinal ? solution.regions : NO_REGIONS}
            onDraw={isDrawn ? (marks) => setAnswer([...marks]) : null}
          />
        </Suspense>
      )}
      <section
        ref={panel}
        tabIndex={-1}
        className={styles.panel}
        aria-label={t("quizAttempt.questionNumber", { number: question.order })}
      >
        <QuestionText quiz={quiz} question={{ ...question, maxScore: null }} />
        <AnswerField question={question} currentAnswer={currentAnswer} isFinal={isFinal} onChange={setAnswer} />
        {verdict && <GradeAlert grade={verdict} lines={verdict === "right" ? [] : solutionLines(question, solution)} />}
        {isFinal && <Explanation solution={solution} />}
        <Group justify="space-between">
          {isFinal ? (
            <Button
              variant="default"
              onClick={() => {
                setAnswer(undefined);
                setVerdict(null);
              }}
            >
              {t("quizAttempt.tryAgain")}
            </Button>
          ) : (
            <Button disabled={!isAnswerGiven(answer)} onClick={check}>
              {t("quizAttempt.check")}
            </Button>
          )}
          {children}
        </Group>
      </section>
    </div>
  );
}

/**
 * Pixel size of the slide, because points drawn near an outline count depending on it, as in a submission. @returns
 * null if unknown.
 */
function useSlideScale({ id, isPreview }: TakenQuiz, { question: { subject, questionType } }: PractisedQuestion) {
  const isMeasured = questionType === "annotation" && subject?.kind === "image";
  const { data } = useQuizSubject(id, subject?.id ?? 0, { isPreview, isEnabled: isMeasured });
  const information = isMeasured ? data?.slides[0]?.slideInformation : null;
  const { micronsPerPixel: x, micronsPerPixelY: y } = information ?? {};
  return x && y ? { x, y } : null;
}
