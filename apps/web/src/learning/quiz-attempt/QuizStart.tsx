/**
 * The start page of a quiz, also shown on returning from its questions: number of questions, rules, start or resume
 * button.
 */
import { Alert, Button, Group, List } from "@mantine/core";
import type { ScreenPlace } from "@parfocal/core/item/public-path.ts";
import type { AnnouncedQuiz, TakenQuiz } from "@parfocal/core/quiz/quiz.contract.ts";
import type { QuizAllowance } from "@parfocal/core/quiz-access/quiz-access.contract.ts";
import { useNavigate } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { useSession } from "#platform/session.tsx";
import { AccessCodeField, AllowanceFacts, useAllowanceProblem } from "#quiz-access/Allowance.tsx";
import { useAllowance } from "#quiz-access/quiz-access.api.ts";
import { ButtonLink } from "#ui/ButtonLink.tsx";
import { CallFailure } from "#ui/CallFailure.tsx";
import { answerKey, isAnswerGiven } from "./attempt-keeper.ts";
import styles from "./QuizAttempt.module.css";
import { QuizTimer } from "./QuizTimer.tsx";
import { questionPath, quizPath } from "./quiz-address.ts";
import { useStartQuiz, useSubmitQuiz } from "./quiz-attempt.api.ts";
import { RestartDialog } from "./RestartDialog.tsx";

interface QuizStartProps {
  readonly quiz: AnnouncedQuiz | TakenQuiz;
  readonly place: ScreenPlace;
}

export function QuizStart({ quiz, place }: QuizStartProps) {
  const { t } = useTranslation();
  const { user } = useSession();
  const [isStarting, setStarting] = useState(false);
  if (quiz.view === "taking") return <Resume quiz={quiz} place={place} opensFirst={isStarting} />;
  if (quiz.isBlocked && !quiz.isPreview) return <Alert color="yellow">{t("quizAttempt.blocked")}</Alert>;
  if (quiz.questionCount === 0) return <Alert color="blue">{t("quizAttempt.noQuestions")}</Alert>;
  if (user) return <Start quiz={quiz} onStart={() => setStarting(true)} />;
  return (
    <ButtonLink to="/sign-in" search={{ next: quizPath(place) }}>
      {t("quizAttempt.signIn")}
    </ButtonLink>
  );
}

interface RulesProps {
  readonly quiz: AnnouncedQuiz;
  readonly allowance: QuizAllowance | undefined;
}

function Rules({ quiz, allowance }: RulesProps) {
  const { t } = useTranslation();
  return (
    <List mb="md">
      <List.Item>{t("quizAttempt.ruleSaved")}</List.Item>
      <List.Item>{t(quiz.timerDuration === null ? "quizAttempt.ruleNoTimer" : "quizAttempt.ruleTimer")}</List.Item>
      <List.Item>{t("quizAttempt.ruleSubmit")}</List.Item>
      {allowance && <AllowanceFacts allowance={allowance} />}
    </List>
  );
}

function Start({ quiz, onStart }: { readonly quiz: AnnouncedQuiz; readonly onStart: () => void }) {
  const { t } = useTranslation();
  const start = useStartQuiz(quiz);
  const { data: allowance, error, refetch } = useAllowance(quiz.id, !quiz.isPreview);
  const problem = useAllowanceProblem(allowance);
  const [code, setCode] = useState("");
  const isCodeRequired = allowance?.isCodeRequired ?? false;
  if (!allowance && error) return <CallFailure error={error} onRetry={() => void refetch()} />;
  return (
    <form
      className={styles.section}
      aria-label={t("quizAttempt.rules")}
      onSubmit={(event) => {
        event.preventDefault();
        onStart();
        start.mutate(isCodeRequired ? code.trim() : "");
      }}
    >
      <Rules quiz={quiz} allowance={allowance} />
      {problem && <Alert color="yellow">{problem}</Alert>}
      {isCodeRequired && !problem && <AccessCodeField value={code} onChange={setCode} />}
      {start.error && (
        <Alert color="red" role="alert">
          {start.error.message}
        </Alert>
      )}
      {!problem && (
        <div>
          <Button
            type="submit"
            size="md"
            loading={start.isPending}
            disabled={(!allowance && !quiz.isPreview) || (isCodeRequired && code.trim() === "")}
          >
            {t("quizAttempt.start")}
          </Button>
        </div>
      )}
    </form>
  );
}

interface ResumeProps {
  readonly quiz: TakenQuiz;
  readonly place: ScreenPlace;
  /** Whether it was just started on this page: it continues with its first question. */
  readonly opensFirst: boolean;
}

function Resume({ quiz, place, opensFirst }: ResumeProps) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const given = new Set(
    quiz.answers
      .filter(({ answer }) => isAnswerGiven(answer as never))
      .map((one) => answerKey(one.questionId, one.itemId)),
  );
  const next = quiz.questions.find(({ id, itemId }) => !given.has(answerKey(id, itemId))) ?? quiz.questions[0];
  const [first] = quiz.questions;
  const [isAsking, setAsking] = useState(false);
  const submit = useSubmitQuiz(quiz);
  useEffect(() => {
    if (opensFirst && first) void navigate({ to: questionPath(place, first), replace: true });
  }, [opensFirst, first, navigate, place]);
  return (
    <section className={styles.section} aria-label={t("quizAttempt.running")}>
      <p>{t("quizAttempt.answeredOf", { answered: given.size, count: quiz.questions.length })}</p>
      <div>
        <QuizTimer quiz={quiz} onZero={() => submit.mutate(quiz.attemptNo)} />
      </div>
      <Group gap={12}>
        {next && (
          <ButtonLink size="md" to={questionPath(place, next)}>
            {t("quizAttempt.resume")}
          </ButtonLink>
        )}
        {!quiz.isBlocked && !quiz.isPreview && (
          <Button size="md" variant="default" onClick={() => setAsking(true)}>
            {t("quizAttempt.restart")}
          </Button>
        )}
      </Group>
      {isAsking && <RestartDialog quiz={quiz} place={place} onClose={() => setAsking(false)} />}
    </section>
  );
}
