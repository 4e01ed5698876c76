/**
 * The review of a submitted quiz: each question with the learner's answer, and with the solution if the quiz shows it.
 */
import { Alert, Button } from "@mantine/core";
import { formatPracticePath, type ScreenPlace } from "@parfocal/core/item/public-path.ts";
import type { TakenQuiz } from "@parfocal/core/quiz/quiz.contract.ts";
import type { QuizAnswer, TakenQuestion } from "@parfocal/core/quiz/taken-quiz.contract.ts";
import { IconMicroscope } from "@tabler/icons-react";
import { type ReactNode, Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { useSession } from "#platform/session.tsx";
import { ButtonLink } from "#ui/ButtonLink.tsx";
import { PageHeading } from "#ui/PageHeading.tsx";
import { AnswerField } from "./AnswerField.tsx";
import { answerKey, currentAnswerOf } from "./attempt-keeper.ts";
import { marksOf } from "./choices.ts";
import { Explanation } from "./Explanation.tsx";
import { PrintAnswersButton } from "./PrintAnswersButton.tsx";
import { isPracticeOffered } from "./practice-open.ts";
import { QuestionText } from "./QuestionView.tsx";
import styles from "./QuizAttempt.module.css";
import { LaterQuestionStage } from "./question-stage-part.ts";
import { quizPath } from "./quiz-address.ts";
import { useScoreText } from "./useScoreText.ts";
import { Verdict } from "./Verdict.tsx";

interface QuizReviewProps {
  readonly quiz: TakenQuiz;
  readonly place: ScreenPlace;
}

export function QuizReview({ quiz, place }: QuizReviewProps) {
  const { t } = useTranslation();
  const { user } = useSession();
  const scoreText = useScoreText();
  const answers = new Map(quiz.answers.map((answer) => [answerKey(answer.questionId, answer.itemId), answer]));
  return (
    <div className={styles.page}>
      <PageHeading title={t("quizAttempt.reviewOf", { title: quiz.title })}>
        {isPracticeOffered(quiz) && (
          <ButtonLink variant="default" to={formatPracticePath(place)}>
            {t("quizAttempt.practise")}
          </ButtonLink>
        )}
        <ButtonLink variant="default" to={quizPath(place)}>
          {t("quizAttempt.backToQuiz")}
        </ButtonLink>
        {quiz.questions.length > 0 && <PrintAnswersButton quiz={quiz} name={user?.displayName ?? ""} />}
      </PageHeading>
      {quiz.result && <p className={styles.score}>{scoreText(quiz.result.score, quiz.result.maxScore)}</p>}
      {quiz.questions.length === 0 && <p>{t("quizAttempt.questionsHidden")}</p>}
      {quiz.questions.map((question) => (
        <ReviewedQuestion
          key={answerKey(question.id, question.itemId)}
          quiz={quiz}
          question={question}
          answer={answers.get(answerKey(question.id, question.itemId))}
        >
          <TeacherMark answer={answers.get(answerKey(question.id, question.itemId))} />
        </ReviewedQuestion>
      ))}
    </div>
  );
}

/** Points and comment of a teacher. */
function TeacherMark({ answer }: Pick<ReviewedQuestionProps, "answer">) {
  const { t } = useTranslation();
  const scoreText = useScoreText();
  if (!answer?.mark) return null;
  const { points, comment } = answer.mark;
  return (
    <Alert color="blue" title={t("quizAttempt.teacherMark")}>
      {points && <p className={styles.markPoints}>{scoreText(points.score, points.maxScore)}</p>}
      {comment !== "" && <p className={styles.comment}>{comment}</p>}
    </Alert>
  );
}

interface ReviewedQuestionProps {
  readonly quiz: TakenQuiz;
  readonly question: TakenQuestion;
  /** Undefined: not answered, and not graded. */
  readonly answer: QuizAnswer | undefined;
  /** Label of the answer; omitted: the reader's own answer. */
  readonly answerLabel?: string;
  /** Below the answer. */
  readonly children?: ReactNode;
}

const ignore = () => {};

export function ReviewedQuestion({ quiz, question, answer, answerLabel, children }: ReviewedQuestionProps) {
  const { t } = useTranslation();
  const [isSlideShown, setSlideShown] = useState(false);
  const { subject, questionType } = question;
  const currentAnswer = answer && currentAnswerOf(answer);
  const marks = marksOf(questionType === "annotation" ? currentAnswer?.answer : undefined);
  const regions = currentAnswer?.solution?.regions ?? [];
  return (
    <section className={styles.reviewed} aria-label={t("quizAttempt.questionNumber", { number: question.order })}>
      <QuestionText quiz={quiz} question={question} />
      <AnswerField
        question={question}
        currentAnswer={currentAnswer}
        isFinal
        onChange={ignore}
        {...(answerLabel === undefined ? {} : { answerLabel })}
      />
      <Verdict question={question} currentAnswer={currentAnswer} />
      <Explanation solution={currentAnswer?.solution} />
      {children}
      {subject && (
        <div>
          <Button
            variant="default"
            aria-expanded={isSlideShown}
            leftSection={<IconMicroscope size={18} stroke={1.5} aria-hidden />}
            onClick={() => setSlideShown(!isSlideShown)}
          >
            {t(isSlideShown ? "quizAttempt.hideSlide" : "quizAttempt.showSlide")}
          </Button>
          {subject.title !== null && <p className={styles.hint}>{subject.title}</p>}
        </div>
      )}
      {subject && isSlideShown && (
        <Suspense fallback={<div className={styles.stageFrame} />}>
          <LaterQuestionStage
            quizId={quiz.id}
            isPreview={quiz.isPreview}
            subjectId={subject.id}
            marks={marks}
            regions={regions}
            onDraw={null}
          />
          {regions.length > 0 && <p className={styles.hint}>{t("quizAttempt.markLegend")}</p>}
        </Suspense>
      )}
    </section>
  );
}
