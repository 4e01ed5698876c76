/**
 * Print view of the whole quiz, with or without solutions: printed as soon as its images are loaded, and hidden on the
 * screen.
 */
import type { AuthoredQuiz } from "@parfocal/core/quiz/quiz.contract.ts";
import type { QuizQuestion } from "@parfocal/core/quiz/quiz-question.contract.ts";
import { DEFAULT_SCORE } from "@parfocal/core/quiz-attempt/points.ts";
import type { PrintSource } from "@parfocal/core/quiz-results/quiz-print.contract.ts";
import { useMemo, useRef } from "react";
import { useTranslation } from "react-i18next";
import { Explanation } from "#quiz-attempt/Explanation.tsx";
import { PrintedPictures } from "#quiz-attempt/PrintedPictures.tsx";
import type { SlidePicture } from "#quiz-attempt/slide-picture.ts";
import { useQuestionTitle } from "#quiz-attempt/useQuestionTitle.ts";
import { useWorthText } from "#quiz-attempt/useScoreText.ts";
import { pictureKey, type SlidePictures, type SlideToPrint, useSlidePictures } from "#quiz-attempt/useSlidePictures.ts";
import { RichText } from "#rich-text/RichText.tsx";
import { PrintOnly } from "#ui/PrintOnly.tsx";
import { usePrint } from "#ui/usePrint.ts";
import {
  type PrintedPaper,
  type PrintedQuestion,
  printedAnswer,
  printedPaper,
  regionsOf,
} from "./printed-questions.ts";
import styles from "./QuizPrint.module.css";

interface QuizPrintProps {
  readonly quiz: AuthoredQuiz;
  readonly source: PrintSource;
  readonly hasKey: boolean;
  readonly onPrinted: () => void;
}

export function QuizPrint(props: QuizPrintProps) {
  const { quiz, source, hasKey } = props;
  const printed = useMemo(() => printedPaper(quiz, source), [quiz, source]);
  const slides = useMemo(
    () => printed.questions.flatMap((one) => slideOfQuestion(one, hasKey) ?? []),
    [printed, hasKey],
  );
  const pictures = useSlidePictures(quiz.id, slides);
  return pictures && <Sheets {...props} printed={printed} pictures={pictures} />;
}

/** The correct regions are only drawn if solutions are printed. */
function slideOfQuestion({ question, subjectId, pictureCount }: PrintedQuestion, hasKey: boolean): SlideToPrint | null {
  if (subjectId === null || pictureCount === 0) return null;
  return { subjectId, marks: [], regions: hasKey ? regionsOf(question) : [] };
}

interface SheetsProps extends QuizPrintProps {
  readonly printed: PrintedPaper;
  readonly pictures: SlidePictures;
}

function Sheets({ quiz, hasKey, onPrinted, printed: { questions, part }, pictures }: SheetsProps) {
  const { t } = useTranslation();
  const worthText = useWorthText();
  const paper = useRef<HTMLDivElement>(null);
  usePrint(paper, onPrinted);
  const hundredths = questions.reduce(
    (sum, { question }) => sum + Math.round((question.score ?? DEFAULT_SCORE) * 100),
    0,
  );
  return (
    <PrintOnly>
      <div ref={paper} className={styles.paper} data-printed-quiz="">
        <h1>{hasKey ? t("quizResults.printKeyOf", { title: quiz.title }) : quiz.title}</h1>
        {!hasKey && <p className={styles.name}>{t("quizResults.printName")}</p>}
        <p>
          {t("quiz.questionCount", { count: questions.length })} · {worthText(hundredths / 100)}
        </p>
        {!hasKey && <RichText text={quiz.content} />}
        {quiz.type === "Common" && <p>{t("quiz.previewCommon", { count: part?.of ?? quiz.slideCount })}</p>}
        {quiz.type === "Auto-Generated" && <p>{t("quizResults.printSample")}</p>}
        {part && <p>{t("quizResults.printPart", { printed: part.printed, total: part.of })}</p>}
        {questions.map((printed) => {
          const slide = slideOfQuestion(printed, hasKey);
          return (
            <Question
              key={printed.number}
              printed={printed}
              hasKey={hasKey}
              pictures={(slide && pictures.get(pictureKey(slide))) ?? []}
            />
          );
        })}
      </div>
    </PrintOnly>
  );
}

interface QuestionProps {
  readonly printed: PrintedQuestion;
  readonly hasKey: boolean;
  /** They replace the thumbnail. */
  readonly pictures: readonly SlidePicture[];
}

function Question({ printed, hasKey, pictures }: QuestionProps) {
  const { question, number } = printed;
  const worthText = useWorthText();
  const titleOf = useQuestionTitle();
  return (
    <section className={styles.question}>
      <h2>
        {number}. {titleOf(question)} <small>({worthText(question.score ?? DEFAULT_SCORE)})</small>
      </h2>
      {question.content !== "" && <RichText text={question.content} />}
      <Subject printed={printed} hasKey={hasKey} pictures={pictures} />
      <Answer question={question} hasKey={hasKey} />
    </section>
  );
}

/** The slide or case that the question is about. */
function Subject({ printed, hasKey, pictures }: QuestionProps) {
  const { t } = useTranslation();
  const { subjectTitle, thumbnail, picturedAt } = printed;
  if (subjectTitle === null) return null;
  if (picturedAt !== null) return <p>{t("quizResults.printPicturedAt", { number: picturedAt })}</p>;
  return (
    <figure>
      <PrintedPictures pictures={pictures} />
      {thumbnail && pictures.length === 0 && <img className={styles.picture} src={thumbnail} alt="" />}
      {!hasKey && !thumbnail && pictures.length === 0 && <p>{t("quizResults.printNoPicture")}</p>}
      {/* The title of a slide can reveal the answer. */}
      {hasKey && <figcaption>{subjectTitle}</figcaption>}
    </figure>
  );
}

function Answer({ question, hasKey }: { readonly question: QuizQuestion; readonly hasKey: boolean }) {
  const { t } = useTranslation();
  const { boxes, pairs, choices, lines, key } = printedAnswer(question, hasKey);
  return (
    <>
      <ul className={styles.options}>
        {boxes.map(({ id, text, isChecked }) => (
          <li key={id}>
            {isChecked ? "☒" : "☐"} {text}
          </li>
        ))}
        {pairs.map(({ id, left, right }) => (
          <li key={id} className={styles.pair}>
            <span>{left}</span> <span className={styles.gap}>{right}</span>
          </li>
        ))}
      </ul>
      {choices.length > 0 && <p>{t("quizResults.printChoices", { choices: choices.join(" · ") })}</p>}
      {Array.from({ length: lines }, (_, line) => `line-${line}`).map((line) => (
        <div key={line} className={styles.line} />
      ))}
      {key.length > 0 && (
        <p className={styles.key}>
          {t("quizAttempt.solution", { count: key.length })} {key.join(" · ")}
        </p>
      )}
      {hasKey && <Explanation solution={question} />}
    </>
  );
}
