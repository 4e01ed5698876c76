/** A question as learners see it, to try out: the answer is not stored. The solution is shown on demand. */
import { Alert } from "@mantine/core";
import type { AuthoredQuiz } from "@parfocal/core/quiz/quiz.contract.ts";
import type { QuizQuestion } from "@parfocal/core/quiz/quiz-question.contract.ts";
import type { TakenQuestion } from "@parfocal/core/quiz/taken-quiz.contract.ts";
import { Suspense, useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { AnswerField } from "#quiz-attempt/AnswerField.tsx";
import type { AnswerValue, CurrentAnswer } from "#quiz-attempt/attempt-keeper.ts";
import { marksOf } from "#quiz-attempt/choices.ts";
import { Explanation } from "#quiz-attempt/Explanation.tsx";
import { QuestionText } from "#quiz-attempt/QuestionView.tsx";
import { LaterQuestionStage } from "#quiz-attempt/question-stage-part.ts";
import { solutionLines } from "#quiz-attempt/Verdict.tsx";
import styles from "./QuestionPage.module.css";
import { keyOfQuestion, shownQuestion } from "./shown-question.ts";

const NO_REGIONS: readonly never[] = [];

interface QuestionSheetProps {
  readonly quiz: AuthoredQuiz;
  readonly question: QuizQuestion;
  readonly isKeyShown: boolean;
  /** Whether the slide is above the question, as on a phone; otherwise beside it if there is space. */
  readonly isNarrow?: boolean;
}

export function QuestionSheet({ quiz, question, isKeyShown, isNarrow = false }: QuestionSheetProps) {
  const { t } = useTranslation();
  const shown = useMemo(() => shownQuestion(quiz, question), [quiz, question]);
  const key = useMemo(() => keyOfQuestion(question), [question]);
  const [answer, setAnswer] = useState<AnswerValue | undefined>(undefined);
  const { subject, questionType } = shown;
  const marks = useMemo(() => marksOf(questionType === "annotation" ? answer : undefined), [questionType, answer]);
  return (
    <div className={styles.sheet} data-with-slide={subject !== null || undefined} data-narrow={isNarrow || undefined}>
      {subject && (
        <Suspense fallback={<div className={styles.stage} />}>
          <LaterQuestionStage
            quizId={quiz.id}
            subjectId={subject.id}
            marks={marks}
            regions={isKeyShown ? key.regions : NO_REGIONS}
            onDraw={questionType === "annotation" ? (drawn) => setAnswer([...drawn]) : null}
          />
        </Suspense>
      )}
      <section className={styles.panel} aria-label={t("quizAttempt.questionNumber", { number: shown.order })}>
        <QuestionText quiz={quiz} question={shown} />
        {quiz.type === "Common" && <p className={styles.hint}>{t("quiz.previewCommon", { count: quiz.slideCount })}</p>}
        <AnswerField
          question={shown}
          currentAnswer={answer === undefined ? undefined : currentAnswerOf(shown, answer)}
          isFinal={false}
          onChange={setAnswer}
        />
        {isKeyShown && (
          <Key hasKey={shown.maxScore !== null} lines={solutionLines(shown, key)} regionCount={key.regions.length} />
        )}
        {isKeyShown && <Explanation solution={key} />}
      </section>
    </div>
  );
}

/** Only the fields needed for display: the answer is neither sent nor stored. */
const currentAnswerOf = ({ id, itemId, questionType }: TakenQuestion, answer: AnswerValue): CurrentAnswer => ({
  questionId: id,
  itemId,
  questionType,
  answer,
  isMarked: false,
  isChecked: false,
  rev: 0,
  verdict: null,
  solution: null,
});

interface KeyProps {
  readonly hasKey: boolean;
  readonly lines: readonly string[];
  /** Regions drawn on the slide. */
  readonly regionCount: number;
}

function Key({ hasKey, lines, regionCount }: KeyProps) {
  const { t } = useTranslation();
  if (!hasKey)
    return (
      <Alert role="status" color="yellow">
        {t("questionPage.noKey")}
      </Alert>
    );
  return (
    <Alert role="status" color="teal" title={t("quizAttempt.solution", { count: regionCount || lines.length })}>
      {regionCount > 0 && <p className={styles.hint}>{t("questionPage.regions", { count: regionCount })}</p>}
      <ul className={styles.key}>
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </Alert>
  );
}
