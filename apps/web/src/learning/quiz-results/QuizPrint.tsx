/** The whole quiz on paper, with or without the key: printed as soon as its pictures have come, and not seen on the screen. */
import type { AuthoredQuiz } from "@parfocal/core/quiz/quiz.contract.ts";
import type { QuizQuestion } from "@parfocal/core/quiz/quiz-question.contract.ts";
import { DEFAULT_SCORE } from "@parfocal/core/quiz-attempt/points.ts";
import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { Explanation } from "#quiz-attempt/Explanation.tsx";
import { useWorthText } from "#quiz-attempt/useScoreText.ts";
import { RichText } from "#rich-text/RichText.tsx";
import { PrintOnly } from "#ui/PrintOnly.tsx";
import { type PrintedQuestion, printedAnswer, printedQuestions } from "./printed-questions.ts";
import styles from "./QuizPrint.module.css";

interface QuizPrintProps {
  readonly quiz: AuthoredQuiz;
  readonly hasKey: boolean;
  readonly onPrinted: () => void;
}

export function QuizPrint({ quiz, hasKey, onPrinted }: QuizPrintProps) {
  const { t } = useTranslation();
  const worthText = useWorthText();
  const paper = useRef<HTMLDivElement>(null);
  useEffect(() => {
    let isGone = false;
    const pictures = [...(paper.current?.querySelectorAll("img") ?? [])];
    // One that fails is left out of the paper.
    void Promise.allSettled(pictures.map((picture) => picture.decode())).then(() => {
      if (isGone) return;
      window.addEventListener("afterprint", onPrinted, { once: true });
      window.print();
    });
    return () => {
      isGone = true;
      window.removeEventListener("afterprint", onPrinted);
    };
  }, [onPrinted]);
  const questions = printedQuestions(quiz);
  const hundredths = questions.reduce(
    (sum, { question }) => sum + Math.round((question.score ?? DEFAULT_SCORE) * 100),
    0,
  );
  return (
    <PrintOnly>
      <div ref={paper} className={styles.paper}>
        <h1>{hasKey ? t("quizResults.printKeyOf", { title: quiz.title }) : quiz.title}</h1>
        {!hasKey && <p className={styles.name}>{t("quizResults.printName")}</p>}
        <p>
          {t("quiz.questionCount", { count: questions.length })} · {worthText(hundredths / 100)}
        </p>
        {!hasKey && <RichText text={quiz.content} />}
        {quiz.type === "Common" && <CommonSlides quiz={quiz} />}
        {questions.map((printed) => (
          <Question key={printed.question.id} printed={printed} hasKey={hasKey} />
        ))}
      </div>
    </PrintOnly>
  );
}

/** Of which each question is asked. */
function CommonSlides({ quiz }: { readonly quiz: AuthoredQuiz }) {
  const { t } = useTranslation();
  return (
    <div className={styles.slides}>
      <p>{t("quiz.previewCommon", { count: quiz.slideCount })}</p>
      {quiz.slides.map(({ id, title, thumbnail }) => (
        <figure key={id}>
          {thumbnail && <img className={styles.picture} src={thumbnail} alt="" />}
          <figcaption>{title}</figcaption>
        </figure>
      ))}
    </div>
  );
}

interface QuestionProps {
  readonly printed: PrintedQuestion;
  readonly hasKey: boolean;
}

function Question({ printed: { question, number, subjectTitle, thumbnail }, hasKey }: QuestionProps) {
  const worthText = useWorthText();
  return (
    <section className={styles.question}>
      <h2>
        {number}. {question.title} <small>({worthText(question.score ?? DEFAULT_SCORE)})</small>
      </h2>
      {question.content !== "" && <RichText text={question.content} />}
      {subjectTitle !== null && (
        <figure>
          {thumbnail && <img className={styles.picture} src={thumbnail} alt="" />}
          {/* The title of a slide can say what is asked. */}
          {(hasKey || !thumbnail) && <figcaption>{subjectTitle}</figcaption>}
        </figure>
      )}
      <Answer question={question} hasKey={hasKey} />
    </section>
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
