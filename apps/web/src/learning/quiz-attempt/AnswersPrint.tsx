/**
 * One attempt for printing: the answers, the solutions if they are visible, points and comments, with images of the
 * slides.
 */
import type { TakenQuiz } from "@parfocal/core/quiz/quiz.contract.ts";
import type { QuizAnswer, TakenQuestion } from "@parfocal/core/quiz/taken-quiz.contract.ts";
import { useMemo, useRef } from "react";
import { useTranslation } from "react-i18next";
import { RichText } from "#rich-text/RichText.tsx";
import { dateFormat } from "#ui/locale-formats.ts";
import { PrintOnly } from "#ui/PrintOnly.tsx";
import { usePrint } from "#ui/usePrint.ts";
import styles from "./AnswersPrint.module.css";
import { answerKey, currentAnswerOf } from "./attempt-keeper.ts";
import { chosenOptions, marksOf, pairsOf } from "./choices.ts";
import { Explanation } from "./Explanation.tsx";
import { PrintedPictures } from "./PrintedPictures.tsx";
import type { SlidePicture } from "./slide-picture.ts";
import { useQuestionTitle } from "./useQuestionTitle.ts";
import { useScoreText, useWorthText } from "./useScoreText.ts";
import { pictureKey, type SlidePictures, type SlideToPrint, useSlidePictures } from "./useSlidePictures.ts";
import { solutionLines } from "./Verdict.tsx";

export interface AnswersPrintProps {
  readonly quiz: TakenQuiz;
  /** Name of the learner. */
  readonly name: string;
  /** Must not change. */
  readonly onPrinted: () => void;
}

export function AnswersPrint(props: AnswersPrintProps) {
  const { quiz } = props;
  const slides = useMemo(() => slidesOfAnswers(quiz), [quiz]);
  const pictures = useSlidePictures(quiz.id, slides);
  return pictures && <Sheets {...props} pictures={pictures} />;
}

const answersByKey = (quiz: TakenQuiz): ReadonlyMap<string, QuizAnswer> =>
  new Map(quiz.answers.map((answer) => [answerKey(answer.questionId, answer.itemId), answer]));

/** One of each question about a slide or case. */
function slidesOfAnswers(quiz: TakenQuiz): SlideToPrint[] {
  const answers = answersByKey(quiz);
  return quiz.questions.flatMap(
    (question) => slideOfAnswer(question, answers.get(answerKey(question.id, question.itemId))) ?? [],
  );
}

function slideOfAnswer({ subject, questionType }: TakenQuestion, answer: QuizAnswer | undefined): SlideToPrint | null {
  if (!subject) return null;
  const marks = questionType === "annotation" && answer ? marksOf(currentAnswerOf(answer).answer) : [];
  const regions = (answer?.solution?.regions ?? []).map(({ wkt }) => wkt);
  return { subjectId: subject.id, marks, regions };
}

interface SheetsProps extends AnswersPrintProps {
  readonly pictures: SlidePictures;
}

function Sheets({ quiz, name, onPrinted, pictures }: SheetsProps) {
  const { t, i18n } = useTranslation();
  const scoreText = useScoreText();
  const paper = useRef<HTMLDivElement>(null);
  usePrint(paper, onPrinted);
  const date = dateFormat(i18n.language, { dateStyle: "medium", timeStyle: "short" });
  const answers = answersByKey(quiz);
  const { title, result, submittedAt, startedAt } = quiz;
  return (
    <PrintOnly>
      <div ref={paper} className={styles.paper} data-printed-answers="">
        <h1>{title}</h1>
        <p>{name}</p>
        <p>
          {[
            ...(result ? [scoreText(result.score, result.maxScore)] : []),
            submittedAt
              ? t("quizAttempt.submittedAt", { date: date.format(new Date(submittedAt)) })
              : t("quizAttempt.printStarted", { date: date.format(new Date(startedAt)) }),
          ].join(" · ")}
        </p>
        {quiz.questions.map((question) => {
          const key = answerKey(question.id, question.itemId);
          const answer = answers.get(key);
          const slide = slideOfAnswer(question, answer);
          return (
            <PrintedAnswer
              key={key}
              question={question}
              answer={answer}
              pictures={(slide && pictures.get(pictureKey(slide))) ?? []}
            />
          );
        })}
      </div>
    </PrintOnly>
  );
}

interface PrintedAnswerProps {
  readonly question: TakenQuestion;
  /** Undefined: not answered, and not graded. */
  readonly answer: QuizAnswer | undefined;
  readonly pictures: readonly SlidePicture[];
}

function PrintedAnswer({ question, answer, pictures }: PrintedAnswerProps) {
  const { t } = useTranslation();
  const worthText = useWorthText();
  const title = useQuestionTitle()(question);
  const { content, order, maxScore, subject } = question;
  const hasShapes = question.questionType === "annotation";
  const solution = answer?.solution;
  return (
    <section className={styles.question}>
      <h2>
        {order}. {title} {maxScore !== null && <small>({worthText(maxScore)})</small>}
      </h2>
      {content !== "" && <RichText text={content} />}
      {subject && (
        <figure>
          <PrintedPictures pictures={pictures} />
          {subject.title !== null && <figcaption>{subject.title}</figcaption>}
          {hasShapes && pictures.length > 0 && (
            <figcaption>{t(solution ? "quizAttempt.printLegend" : "quizAttempt.printMarks")}</figcaption>
          )}
        </figure>
      )}
      <GivenAnswer question={question} answer={answer} />
      <Points question={question} answer={answer} />
      <Explanation solution={solution} />
    </section>
  );
}

function GivenAnswer({ question, answer }: Omit<PrintedAnswerProps, "pictures">) {
  const { t } = useTranslation();
  const { questionType, quizAnswerOptions, lefts, rights } = question;
  const given = answer && currentAnswerOf(answer).answer;
  switch (questionType) {
    case "multiple-choice":
    case "multiple-answer": {
      const chosen = chosenOptions(given);
      return (
        <ul className={styles.options}>
          {quizAnswerOptions.map(({ id, label, option }) => (
            <li key={id}>
              {chosen.includes(id) ? "☒" : "☐"} {label}. {option}
            </li>
          ))}
        </ul>
      );
    }
    case "matching": {
      const pairs = new Map(pairsOf(given).map(({ left, right }) => [left, right]));
      return (
        <ul className={styles.options}>
          {lefts.map(({ id, text }) => (
            <li key={id}>
              {text} – {rights.find((right) => right.id === pairs.get(id))?.text ?? "…"}
            </li>
          ))}
        </ul>
      );
    }
    case "short-answer":
      return (
        <p className={styles.text}>
          {t("quizAttempt.printAnswer")} {given === "" || typeof given !== "string" ? "…" : given}
        </p>
      );
    case "annotation":
      return <p>{t("quizAttempt.markCount", { count: marksOf(given).length })}</p>;
  }
}

/** As in the review: fields that are absent from the answer are not shown. */
function Points({ question, answer }: Omit<PrintedAnswerProps, "pictures">) {
  const { t } = useTranslation();
  const scoreText = useScoreText();
  if (!answer) return null;
  const { verdict, solution, mark } = answer;
  const points = verdict ?? mark?.points;
  const lines = verdict?.isRight ? [] : solutionLines(question, solution ?? null);
  const word = verdict && (verdict.isRight ? "right" : verdict.score > 0 ? "partlyRight" : "wrong");
  return (
    <>
      {points && (
        <p className={styles.points}>
          {[...(word ? [t(`quizAttempt.${word}`)] : []), scoreText(points.score, points.maxScore)].join(" · ")}
        </p>
      )}
      {lines.length > 0 && (
        <p>
          {t("quizAttempt.solution", { count: lines.length })} {lines.join("; ")}
        </p>
      )}
      {mark && mark.comment !== "" && (
        <p className={styles.text}>
          {t("quizAttempt.printComment")} {mark.comment}
        </p>
      )}
    </>
  );
}
