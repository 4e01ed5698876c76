/** Consensus of a class, question by question, in the administration (`?quiz=`). */
import { NativeSelect } from "@mantine/core";
import type { QuestionFigures } from "@parfocal/core/quiz-statistics/quiz-statistics.contract.ts";
import { IconUsersGroup } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { QuizResultsPage } from "#quiz-results/QuizResultsPage.tsx";
import { useQuizStatistics } from "#quiz-statistics/quiz-statistics.api.ts";
import { CallFailure } from "#ui/CallFailure.tsx";
import { NotFoundPage } from "#ui/NotFoundPage.tsx";
import { PageSkeleton } from "#ui/PageSkeleton.tsx";
import { usePagePlace } from "#ui/page-place.ts";
import { StateMessage } from "#ui/StateMessage.tsx";
import { useIdInAddress } from "#ui/useIdInAddress.ts";
import { AgreedAreas } from "./AgreedAreas.tsx";
import { AgreedShares } from "./AgreedShares.tsx";
import styles from "./QuizConsensus.module.css";
import { useConsensus } from "./quiz-consensus.api.ts";
import { usePercentText } from "./usePercentText.ts";

export function QuizConsensusScreen() {
  const quizId = useIdInAddress("quiz");
  if (quizId === null) return <NotFoundPage />;
  return <QuizConsensus key={quizId} quizId={quizId} />;
}

function QuizConsensus({ quizId }: { readonly quizId: number }) {
  const { t } = useTranslation();
  const { data, error, refetch } = useQuizStatistics(quizId);
  usePagePlace({ title: data ? t("quizConsensus.of", { title: data.title }) : t("quizConsensus.title") });
  if (!data) return error ? <CallFailure error={error} onRetry={() => void refetch()} /> : <PageSkeleton />;
  const { questions, submittedCount, title, type } = data;
  return (
    <QuizResultsPage quizId={quizId} title={title} label={t("quizConsensus.of", { title })} current="quiz-consensus">
      {type === "Auto-Generated" || questions.length === 0 ? (
        <Empty name="noQuestions" />
      ) : submittedCount === 0 ? (
        <Empty name="empty" />
      ) : (
        <Questions quizId={quizId} questions={questions} />
      )}
    </QuizResultsPage>
  );
}

function Empty({ name }: { readonly name: "empty" | "noQuestions" }) {
  const { t } = useTranslation();
  return (
    <StateMessage
      icon={IconUsersGroup}
      title={t(`quizConsensus.${name}Title`)}
      text={t(`quizConsensus.${name}Text`)}
      isWholePage={false}
    />
  );
}

interface QuestionsProps {
  readonly quizId: number;
  readonly questions: readonly QuestionFigures[];
}

function Questions({ quizId, questions }: QuestionsProps) {
  const { t } = useTranslation();
  const [place, setPlace] = useState(0);
  const chosen = questions[place];
  return (
    <>
      <NativeSelect
        className={styles.question}
        label={t("quizConsensus.question")}
        value={String(place)}
        onChange={({ currentTarget }) => setPlace(Number(currentTarget.value))}
        data={questions.map(({ order, title, subjectTitle }, at) => ({
          value: String(at),
          label: `${order}. ${title}${subjectTitle === null ? "" : ` (${subjectTitle})`}`,
        }))}
      />
      {chosen && (
        <QuestionConsensus key={place} quizId={quizId} questionId={chosen.questionId} itemId={chosen.itemId} />
      )}
    </>
  );
}

interface QuestionConsensusProps {
  readonly quizId: number;
  readonly questionId: number;
  readonly itemId: number | null;
}

function QuestionConsensus({ quizId, questionId, itemId }: QuestionConsensusProps) {
  const { t } = useTranslation();
  const percent = usePercentText();
  const { data, error, refetch } = useConsensus(quizId, questionId, itemId);
  if (!data) return error ? <CallFailure error={error} onRetry={() => void refetch()} /> : <PageSkeleton />;
  const { answeredCount, userCount, threshold, isReached, questionType } = data;
  return (
    <>
      <p className={styles.text} role="status">
        <strong>{t(isReached ? "quizConsensus.reached" : "quizConsensus.notReached")}</strong>
        {". "}
        {t("quizConsensus.answered", { answered: answeredCount, count: userCount, percent: percent(threshold) })}
      </p>
      {answeredCount === 0 ? (
        <p className={styles.text}>{t("quizConsensus.notAnswered")}</p>
      ) : questionType === "annotation" ? (
        <AgreedAreas consensus={data} />
      ) : (
        <AgreedShares shares={data.shares} />
      )}
    </>
  );
}
