/** The pages about the results of one quiz, as links: a row above each of them. */
import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { useSession } from "#platform/session.tsx";
import { quizResultsAddress } from "#quiz/quiz-results-address.ts";
import styles from "./QuizResults.module.css";

/** In their order. A page of another slice about the same quiz has its row here. */
const PAGES = [
  { word: "quiz-results", title: "quizResults.learners" },
  { word: "quiz-statistics", title: "quizStatistics.tab" },
  { word: "quiz-consensus", title: "quizConsensus.tab" },
] as const;

type PageWord = (typeof PAGES)[number]["word"];

interface QuizResultsTabsProps {
  readonly quizId: number;
  /** Word of the section in the address. */
  readonly current: PageWord;
}

export function QuizResultsTabs({ quizId, current }: QuizResultsTabsProps) {
  const { t } = useTranslation();
  const { site } = useSession();
  return (
    <nav className={styles.pages} aria-label={t("quizResults.pages")}>
      {PAGES.map(({ word, title }) => (
        <Link
          key={word}
          {...quizResultsAddress(site.id, quizId, word)}
          className={styles.page}
          aria-current={word === current ? "page" : undefined}
        >
          {t(title)}
        </Link>
      ))}
    </nav>
  );
}
