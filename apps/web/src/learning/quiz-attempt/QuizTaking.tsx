/**
 * Taking a quiz: one question at a time or all on one page, with the map of questions, the clock, and the save status.
 */
import { Button, Group, Text } from "@mantine/core";
import type { ScreenPlace } from "@parfocal/core/item/public-path.ts";
import type { TakenQuiz } from "@parfocal/core/quiz/quiz.contract.ts";
import type { TakenQuestion } from "@parfocal/core/quiz/taken-quiz.contract.ts";
import { IconCloudCheck, IconCloudOff, IconCloudUpload } from "@tabler/icons-react";
import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { showProblem } from "#platform/failure-toast.ts";
import { quizKeys } from "#quiz/quiz.api.ts";
import { usePrefetchSubject } from "#quiz-subject/quiz-subject.api.ts";
import { PageHeading } from "#ui/PageHeading.tsx";
import { answerKey, isAnswerGiven, type KeeperSnapshot } from "./attempt-keeper.ts";
import { chosenByDigit } from "./choices.ts";
import { QuestionMap } from "./QuestionMap.tsx";
import { QuestionSheet } from "./QuestionSheet.tsx";
import { QuestionView } from "./QuestionView.tsx";
import styles from "./QuizAttempt.module.css";
import { QuizTimer } from "./QuizTimer.tsx";
import { questionPath } from "./quiz-address.ts";
import { useSubmitQuiz } from "./quiz-attempt.api.ts";
import { SubmitDialog } from "./SubmitDialog.tsx";
import { useAttemptKeeper } from "./useAttemptKeeper.ts";
import { useQuizKeys } from "./useQuizKeys.ts";

interface QuizTakingProps {
  readonly quiz: TakenQuiz;
  readonly place: ScreenPlace;
  /** Index of the question, from 0. */
  readonly current: number;
}

export function QuizTaking({ quiz, place, current }: QuizTakingProps) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { keeper, snapshot } = useAttemptKeeper(quiz);
  const submit = useSubmitQuiz(quiz);
  const [isAsking, setAsking] = useState(false);
  useEndOfAttempt(snapshot.end);
  const { questions } = quiz;
  const question = questions[current];
  useSlideAhead(quiz, questions[current + 1]);
  const lastOpen = lastOpenOf(quiz, snapshot);
  const go = (to: number) => {
    const target = questions[to];
    if (!target || to > lastOpen) return;
    // With all questions on one page the URL only contains the position.
    const { isOnOnePage } = quiz;
    void navigate({ to: questionPath(place, target), replace: isOnOnePage, resetScroll: !isOnOnePage });
  };
  const mine = question && snapshot.answers.get(answerKey(question.id, question.itemId));
  useQuizKeys({
    onGo: (step) => go(current + step),
    onMark: () => question && keeper.change(question, { isMarked: !mine?.isMarked }),
    onChoose: (option) => {
      const answer = question && !mine?.isChecked ? chosenByDigit(question, mine?.answer, option) : undefined;
      if (question && answer !== undefined) keeper.change(question, { answer });
    },
  });
  const submitNow = async () => {
    await keeper.flush();
    submit.mutate(quiz.attemptNo);
  };
  if (!question) return null;
  return (
    <div className={styles.taking}>
      <PageHeading title={quiz.title}>
        <SaveState status={snapshot.status} />
        <QuizTimer quiz={quiz} onZero={() => void submitNow()} />
        <Button onClick={() => setAsking(true)}>{t("quizAttempt.submit")}</Button>
      </PageHeading>
      <QuestionMap questions={questions} answers={snapshot.answers} current={current} lastOpen={lastOpen} onGo={go} />
      {quiz.isOnOnePage ? (
        <>
          <QuestionSheet {...{ quiz, keeper, snapshot, current }} onEnter={go} />
          <Button className={styles.sheetEnd} onClick={() => setAsking(true)}>
            {t("quizAttempt.submit")}
          </Button>
        </>
      ) : (
        <QuestionView
          key={answerKey(question.id, question.itemId)}
          {...{ quiz, question, keeper, snapshot }}
          steps={{
            onPrevious: current > 0 ? () => go(current - 1) : null,
            onNext: current < Math.min(lastOpen, questions.length - 1) ? () => go(current + 1) : null,
          }}
        />
      )}
      {isAsking && <SubmitDialog quiz={quiz} keeper={keeper} snapshot={snapshot} onClose={() => setAsking(false)} />}
    </div>
  );
}

/** If questions must be answered in order, those after the first open one are locked. */
function lastOpenOf({ questions, isOrdered }: TakenQuiz, { answers }: KeeperSnapshot): number {
  if (!isOrdered) return questions.length - 1;
  const open = questions.findIndex(({ id, itemId }) => !isAnswerGiven(answers.get(answerKey(id, itemId))?.answer));
  return open < 0 ? questions.length - 1 : open;
}

/** Preloads the next question's slide: its description and its first tiles. */
function useSlideAhead({ id, isPreview }: TakenQuiz, next: TakenQuestion | undefined): void {
  const prefetch = usePrefetchSubject(id, isPreview === true);
  const subjectId = next?.subject?.id ?? null;
  useEffect(() => {
    if (subjectId !== null) prefetch(subjectId);
  }, [prefetch, subjectId]);
}

/** The attempt has ended: the quiz is shown as stored by the server. */
function useEndOfAttempt(end: KeeperSnapshot["end"]): void {
  const { t } = useTranslation();
  const queryClient = useQueryClient();
  useEffect(() => {
    if (end === null) return;
    if (end === "outOfTime") showProblem(t("quizAttempt.outOfTime"));
    void queryClient.invalidateQueries({ queryKey: quizKeys.all });
  }, [end, queryClient, t]);
}

const STATE_ICONS = { saved: IconCloudCheck, saving: IconCloudUpload, waiting: IconCloudOff } as const;

function SaveState({ status }: { readonly status: KeeperSnapshot["status"] }) {
  const { t } = useTranslation();
  const Icon = STATE_ICONS[status];
  return (
    <Group gap={6} role="status">
      <Icon size={18} stroke={1.5} aria-hidden />
      <Text size="sm">{t(`quizAttempt.state_${status}`)}</Text>
    </Group>
  );
}
