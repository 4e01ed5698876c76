/** One learner's paper: each question with the answer, the solution and the points. Teachers grade here. */
import { Badge, Group, Text, Title } from "@mantine/core";
import type { Paper } from "@parfocal/core/quiz-results/quiz-results.contract.ts";
import { IconArrowLeft, IconArrowRight, IconMapPinX } from "@tabler/icons-react";
import { useSearch } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { useSession } from "#platform/session.tsx";
import { answerKey } from "#quiz-attempt/attempt-keeper.ts";
import { clockText } from "#quiz-attempt/clock-text.ts";
import { PrintAnswersButton } from "#quiz-attempt/PrintAnswersButton.tsx";
import { ReviewedQuestion } from "#quiz-attempt/QuizReview.tsx";
import { useQuestionTitle } from "#quiz-attempt/useQuestionTitle.ts";
import { useScoreText } from "#quiz-attempt/useScoreText.ts";
import { ButtonLink } from "#ui/ButtonLink.tsx";
import { CallFailure } from "#ui/CallFailure.tsx";
import { dateFormat } from "#ui/locale-formats.ts";
import { PageSkeleton } from "#ui/PageSkeleton.tsx";
import { usePagePlace } from "#ui/page-place.ts";
import { MarkForm } from "./MarkForm.tsx";
import { paperAddress, questionPlace, questionStatisticsAddress, resultsAddress } from "./paper-address.ts";
import styles from "./QuizResults.module.css";
import { usePaper, useResults } from "./quiz-results.api.ts";
import { type ResultSearch, readResultSearch } from "./result-search.ts";

interface LearnerPaperProps {
  readonly quizId: number;
  readonly attemptId: number;
}

export function LearnerPaper({ quizId, attemptId }: LearnerPaperProps) {
  const { t } = useTranslation();
  const { site } = useSession();
  const search = readResultSearch(useSearch({ strict: false }) as Record<string, unknown>);
  const titleOf = useQuestionTitle();
  const { data: paper, error, refetch } = usePaper(quizId, attemptId);
  usePagePlace({ title: paper ? t("quizResults.paperOf", { name: paper.name }) : t("quizResults.title") });
  if (!paper) return error ? <CallFailure error={error} onRetry={() => void refetch()} /> : <PageSkeleton />;
  const answers = new Map(paper.quiz.answers.map((answer) => [answerKey(answer.questionId, answer.itemId), answer]));
  const marks = new Map(paper.marks.map((mark) => [answerKey(mark.questionId, mark.itemId), mark]));
  return (
    <article className={styles.screen} aria-label={t("quizResults.paperOf", { name: paper.name })}>
      <div>
        <ButtonLink
          {...resultsAddress(site.id, { quizId, search })}
          variant="subtle"
          px={0}
          leftSection={<IconArrowLeft size={18} stroke={1.5} aria-hidden />}
        >
          {t("quizResults.of", { title: paper.quiz.title })}
        </ButtonLink>
        <Group justify="space-between" align="start">
          <div>
            <Title order={1} className={styles.title}>
              {paper.name}
            </Title>
            <Text c="dimmed" className={styles.email}>
              {paper.email}
            </Text>
          </div>
          <Group gap={8}>
            <PrintAnswersButton quiz={paper.quiz} name={paper.name} />
            <Neighbours quizId={quizId} attemptId={attemptId} search={search} />
          </Group>
        </Group>
      </div>
      <PaperFacts paper={paper} />
      {!paper.isMarkable && <Text c="dimmed">{t("quizResults.notMarkable")}</Text>}
      {paper.quiz.questions.map((question) => {
        const key = answerKey(question.id, question.itemId);
        const mark = marks.get(key);
        return (
          <ReviewedQuestion
            key={key}
            quiz={paper.quiz}
            question={question}
            answer={answers.get(key)}
            answerLabel={t("quizResults.answer")}
          >
            {question.questionType === "annotation" && (
              <ButtonLink
                {...questionStatisticsAddress(site.id, quizId, questionPlace(question.id, question.itemId))}
                variant="subtle"
                px={0}
                leftSection={<IconMapPinX size={18} stroke={1.5} aria-hidden />}
              >
                {t("quizResults.wrongMarks")}
              </ButtonLink>
            )}
            {paper.isMarkable && mark && <MarkForm paper={paper} mark={mark} title={titleOf(question)} />}
          </ReviewedQuestion>
        );
      })}
    </article>
  );
}

function PaperFacts({ paper: { quiz, state, removed } }: { readonly paper: Paper }) {
  const { t, i18n } = useTranslation();
  const scoreText = useScoreText();
  const date = dateFormat(i18n.language, { dateStyle: "medium", timeStyle: "short" });
  const { result, startedAt, submittedAt, attemptNo } = quiz;
  const duration = submittedAt && Math.round((Date.parse(submittedAt) - Date.parse(startedAt)) / 1000);
  return (
    <div>
      {result && (
        <p className={styles.sum} role="status">
          {scoreText(result.score, result.maxScore)}
        </p>
      )}
      <Group gap={12}>
        <Badge
          variant="light"
          className={styles.state}
          color={state === "started" ? "blue" : state === "submitted" ? "teal" : "red"}
        >
          {t(`quizResults.state_${state}`)}
        </Badge>
        <Text size="sm" c="dimmed">
          {[
            t("quizResults.attemptNumber", { number: attemptNo }),
            t("quizResults.startedOn", { date: date.format(new Date(startedAt)) }),
            ...(submittedAt ? [t("quizResults.submittedOn", { date: date.format(new Date(submittedAt)) })] : []),
            ...(duration ? [t("quizResults.took", { duration: clockText(duration) })] : []),
          ].join(" · ")}
        </Text>
      </Group>
      {removed && (
        <Text size="sm" c="dimmed">
          {t("quizResults.removedQuestions", { points: scoreText(removed.score, removed.maxScore) })}
        </Text>
      )}
    </div>
  );
}

/** The previous and next paper on the same page of the table. */
function Neighbours({ quizId, attemptId, search }: LearnerPaperProps & { readonly search: ResultSearch }) {
  const { t } = useTranslation();
  const { site } = useSession();
  const { data } = useResults(quizId, search);
  const learners = (data?.learners ?? []).flatMap(({ attemptId: id }) => (id === null ? [] : { attemptId: id }));
  const place = learners.findIndex((one) => one.attemptId === attemptId);
  const [previous, next] = place < 0 ? [] : [learners[place - 1], learners[place + 1]];
  const addressOf = (id: number) => paperAddress(site.id, { quizId, attemptId: id, search });
  return (
    <Group gap={8}>
      {previous && (
        <ButtonLink
          {...addressOf(previous.attemptId)}
          variant="default"
          leftSection={<IconArrowLeft size={18} stroke={1.5} aria-hidden />}
        >
          {t("quizResults.previousLearner")}
        </ButtonLink>
      )}
      {next && (
        <ButtonLink
          {...addressOf(next.attemptId)}
          variant="default"
          rightSection={<IconArrowRight size={18} stroke={1.5} aria-hidden />}
        >
          {t("quizResults.nextLearner")}
        </ButtonLink>
      )}
    </Group>
  );
}
