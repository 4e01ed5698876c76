/** Statistics of a quiz in the administration (`?quiz=`; `&question=`: with the answers to one question expanded). */
import { Title } from "@mantine/core";
import { ATTEMPTS_FOR_STATISTICS } from "@parfocal/core/quiz-statistics/item-statistics.ts";
import { type MissingFigure, missingOfQuiz } from "@parfocal/core/quiz-statistics/missing-figure.ts";
import type { QuizFigures } from "@parfocal/core/quiz-statistics/quiz-statistics.contract.ts";
import { IconChartBar } from "@tabler/icons-react";
import { useSearch } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { QuizResultsPage } from "#quiz-results/QuizResultsPage.tsx";
import { CallFailure } from "#ui/CallFailure.tsx";
import { NotFoundPage } from "#ui/NotFoundPage.tsx";
import { PageSkeleton } from "#ui/PageSkeleton.tsx";
import { usePagePlace } from "#ui/page-place.ts";
import { StateMessage } from "#ui/StateMessage.tsx";
import { useIdInAddress } from "#ui/useIdInAddress.ts";
import { PointsHistogram } from "./PointsHistogram.tsx";
import { QuestionFiguresTable } from "./QuestionFiguresTable.tsx";
import styles from "./QuizStatistics.module.css";
import { useQuizStatistics } from "./quiz-statistics.api.ts";
import { useFigureText } from "./useFigureText.ts";

export function QuizStatisticsScreen() {
  const quizId = useIdInAddress("quiz");
  if (quizId === null) return <NotFoundPage />;
  return <QuizStatistics key={quizId} quizId={quizId} />;
}

function QuizStatistics({ quizId }: { readonly quizId: number }) {
  const { t } = useTranslation();
  const { data, error, refetch } = useQuizStatistics(quizId);
  usePagePlace({ title: data ? t("quizStatistics.of", { title: data.title }) : t("quizStatistics.title") });
  if (!data) return error ? <CallFailure error={error} onRetry={() => void refetch()} /> : <PageSkeleton />;
  return (
    <QuizResultsPage
      quizId={quizId}
      title={data.title}
      label={t("quizStatistics.of", { title: data.title })}
      current="quiz-statistics"
    >
      {data.submittedCount === 0 ? (
        <StateMessage
          icon={IconChartBar}
          title={t("quizStatistics.emptyTitle")}
          text={t("quizStatistics.emptyText")}
          isWholePage={false}
        />
      ) : (
        <Figures figures={data} />
      )}
    </QuizResultsPage>
  );
}

function Figures({ figures }: { readonly figures: QuizFigures }) {
  const { t } = useTranslation();
  const { quizId, attempts, submittedCount, histogram, questions } = figures;
  const { question } = useSearch({ strict: false }) as { readonly question?: string };
  return (
    <>
      <p className={styles.basis} role="status">
        {t("quizStatistics.basis", { count: attempts })}{" "}
        {attempts < submittedCount && t("quizStatistics.leftOut", { count: submittedCount - attempts })}{" "}
        {attempts < ATTEMPTS_FOR_STATISTICS && t("quizStatistics.tooFew", { count: ATTEMPTS_FOR_STATISTICS })}
      </p>
      <div className={styles.ofQuiz}>
        <section aria-label={t("quizStatistics.quiz")}>
          <Title order={2}>{t("quizStatistics.quiz")}</Title>
          <QuizFacts figures={figures} />
        </section>
        <section aria-label={t("quizStatistics.histogram")}>
          <Title order={2}>{t("quizStatistics.histogram")}</Title>
          <PointsHistogram histogram={histogram} />
        </section>
      </div>
      <Title order={2}>{t("quizStatistics.questions")}</Title>
      <QuestionFiguresTable quizId={quizId} questions={questions} attempts={attempts} opened={question} />
      <p className={styles.hint}>
        {t("quizStatistics.ruleOfThumb")} {t("quizStatistics.thirdsHint")}
      </p>
    </>
  );
}

/** Per cent. Source: field.md, 5.9. */
const CONSISTENCY = { good: 75, fair: 64 } as const;

function consistencyOf(percent: number): "good" | "fair" | "poor" {
  if (percent >= CONSISTENCY.good) return "good";
  return percent >= CONSISTENCY.fair ? "fair" : "poor";
}

function QuizFacts({ figures }: { readonly figures: QuizFigures }) {
  const { t } = useTranslation();
  const { percent, plain, points } = useFigureText();
  const { maxScore, internalConsistency, questions } = figures;
  const gradedCount = questions.filter(({ facility }) => facility !== null).length;
  const facts = [
    ["mean", points(figures.mean, maxScore)],
    ["median", points(figures.median, maxScore)],
    ["standardDeviation", points(figures.standardDeviation)],
    ["skewness", plain(figures.skewness, 2)],
    ["kurtosis", plain(figures.kurtosis, 2)],
    ["internalConsistency", percent(internalConsistency)],
    ["errorRatio", percent(figures.errorRatio)],
    ["standardError", points(figures.standardError)],
  ] as const;
  return (
    <dl className={styles.facts}>
      {facts.map(([name, value]) => (
        <div key={name} className={styles.fact}>
          <dt>{t(`quizStatistics.${name}`)}</dt>
          <dd>
            {value}
            <MissingHint missing={missingOfQuiz(name, figures, gradedCount)} />
            {name === "internalConsistency" && internalConsistency !== null && (
              <span className={styles.hint}>
                {t(`quizStatistics.consistency_${consistencyOf(internalConsistency)}`)}
              </span>
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}

function MissingHint({ missing }: { readonly missing: MissingFigure | null }) {
  const { t } = useTranslation();
  if (!missing) return null;
  const { reason } = missing;
  const text =
    reason === "tooFewAttempts"
      ? t("quizStatistics.tooFewAttempts", { count: missing.needed })
      : t(`quizStatistics.${reason}`);
  return <span className={styles.hint}>{text}</span>;
}
