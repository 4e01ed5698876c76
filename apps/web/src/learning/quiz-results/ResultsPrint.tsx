/** Print view of the results: all learners of the search, in its order; hidden on the screen. */
import type { QuizResults } from "@parfocal/core/quiz-results/quiz-results.contract.ts";
import { RESULT_SORTS } from "@parfocal/core/quiz-results/result-rules.ts";
import { useRef } from "react";
import { useTranslation } from "react-i18next";
import { dateFormat } from "#ui/locale-formats.ts";
import { PrintOnly } from "#ui/PrintOnly.tsx";
import { usePrint } from "#ui/usePrint.ts";
import styles from "./ResultsPrint.module.css";
import type { ResultSearch } from "./result-search.ts";
import { useCountsText } from "./useCountsText.ts";
import { useResultTexts } from "./useResultTexts.ts";

interface ResultsPrintProps {
  /** Results of all pages, up to the maximum number printed. */
  readonly results: QuizResults;
  readonly search: ResultSearch;
  readonly onPrinted: () => void;
}

export function ResultsPrint({ results, search, onPrinted }: ResultsPrintProps) {
  const { t, i18n } = useTranslation();
  const paper = useRef<HTMLDivElement>(null);
  usePrint(paper, onPrinted);
  const countsText = useCountsText();
  const textsOf = useResultTexts();
  const { title, counts, learners, total } = results;
  const date = dateFormat(i18n.language, { dateStyle: "long", timeStyle: "short" });
  return (
    <PrintOnly>
      <div ref={paper} className={styles.paper} data-printed-results="">
        <h1>{t("quizResults.of", { title })}</h1>
        <p>{[date.format(new Date()), countsText(counts)].join(" · ")}</p>
        <Shown search={search} total={total} />
        {learners.length < total && (
          <p>{t("quizResults.printedLearners", { printed: learners.length, count: total })}</p>
        )}
        <table>
          <thead>
            <tr>
              {RESULT_SORTS.map((column) => (
                <th key={column} scope="col">
                  {t(`quizResults.column_${column}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {learners.map((result) => {
              const { attempt, duration, score, started, submitted } = textsOf(result);
              return (
                <tr key={result.userId}>
                  <th scope="row">
                    {result.name} <small>{result.email}</small>
                  </th>
                  <td>{t(`quizResults.state_${result.state}`)}</td>
                  <td>
                    {score}
                    {result.toMarkCount > 0 && <small>{t("quizResults.toMark", { count: result.toMarkCount })}</small>}
                  </td>
                  <td>{attempt}</td>
                  <td>{started}</td>
                  <td>{submitted}</td>
                  <td>{duration}</td>
                </tr>
              );
            })}
          </tbody>
        </table>
      </div>
    </PrintOnly>
  );
}

/** Which learners and attempts are shown; nothing for a list without a filter. */
function Shown({
  search: { q, state, attempt },
  total,
}: Pick<ResultsPrintProps, "search"> & { readonly total: number }) {
  const { t } = useTranslation();
  const filters = [
    ...(q === "" ? [] : [`${t("quizResults.search")}: ${q}`]),
    ...(state === null ? [] : [`${t("quizResults.state")}: ${t(`quizResults.state_${state}`)}`]),
    ...(attempt === "latest" ? [] : [`${t("quizResults.attemptShown")}: ${t(`quizResults.attempt_${attempt}`)}`]),
  ];
  if (filters.length === 0) return null;
  return <p>{[...filters, t("quizResults.count", { count: total })].join(" · ")}</p>;
}
