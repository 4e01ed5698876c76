/** The pages about the results of one quiz, as a row of links above each of them. */
import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { useSession } from "#platform/session.tsx";
import { quizResultsAddress } from "#quiz/quiz-results-address.ts";
import styles from "./QuizResults.module.css";

/** In display order. Pages of other slices about the same quiz have their row here. */
const PAGES = [
  { word: "quiz-results", title: "quizResults.learners" },
  { word: "quiz-statistics", title: "quizStatistics.tab" },
  { word: "quiz-consensus", title: "quizConsensus.tab" },
] as const;

/** URL word of a page. */
export type ResultsPageWord = (typeof PAGES)[number]["word"];

interface QuizResultsTabsProps {
  readonly quizId: number;
  readonly current: ResultsPageWord;
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
