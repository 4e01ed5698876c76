/** Practice of wrongly answered questions: one at a time beside its slide, graded immediately. Nothing is sent or stored. */
import { Alert, Button, Group } from "@mantine/core";
import { formatReviewPath, type ScreenPlace } from "@parfocal/core/item/public-path.ts";
import type { TakenQuiz } from "@parfocal/core/quiz/quiz.contract.ts";
import { IconArrowRight, IconCheck } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { ButtonLink } from "#ui/ButtonLink.tsx";
import { PageHeading } from "#ui/PageHeading.tsx";
import { answerKey } from "./attempt-keeper.ts";
import { PractisedQuestionView } from "./PractisedQuestionView.tsx";
import { type PractisedQuestion, questionsToPractise } from "./practice.ts";
import styles from "./QuizAttempt.module.css";
import type { Grade } from "./Verdict.tsx";

interface QuizPracticeProps {
  readonly quiz: TakenQuiz;
  readonly place: ScreenPlace;
}

const keyOf = ({ question }: PractisedQuestion): string => answerKey(question.id, question.itemId);

export function QuizPractice({ quiz, place }: QuizPracticeProps) {
  const { t } = useTranslation();
  // The quiz may be reloaded during a round, which keeps its questions.
  const [round, setRound] = useState(() => ({ number: 1, practised: questionsToPractise(quiz) }));
  const restart = (practised: readonly PractisedQuestion[]) =>
    setRound(({ number }) => ({ number: number + 1, practised: [...practised] }));
  return (
    <div className={styles.taking}>
      <PageHeading title={t("quizAttempt.practiceOf", { title: quiz.title })}>
        <ButtonLink variant="default" to={formatReviewPath(place)}>
          {t("quizAttempt.backToReview")}
        </ButtonLink>
      </PageHeading>
      {round.practised.length === 0 ? (
        <Alert color="teal" icon={<IconCheck size={18} stroke={2} aria-hidden />}>
          {t("quizAttempt.nothingToPractise")}
        </Alert>
      ) : (
        <Round key={round.number} quiz={quiz} practised={round.practised} onRestart={restart} />
      )}
    </div>
  );
}

interface RoundProps {
  readonly quiz: TakenQuiz;
  /** At least one. */
  readonly practised: readonly PractisedQuestion[];
  readonly onRestart: (practised: readonly PractisedQuestion[]) => void;
}

function Round({ quiz, practised, onRestart }: RoundProps) {
  const { t } = useTranslation();
  const [current, setCurrent] = useState(0);
  /** By question; the latest one if a question was checked several times. */
  const [verdicts, setVerdicts] = useState<ReadonlyMap<string, Grade | null>>(new Map());
  const shown = practised[current];
  const still = practised.filter((one) => verdicts.get(keyOf(one)) !== "right");
  if (!shown)
    return (
      <section className={styles.section} aria-label={t("quizAttempt.practiceEnd")}>
        <p role="status">
          {t("quizAttempt.practised", { right: practised.length - still.length, count: practised.length })}
        </p>
        <Group gap={12}>
          {still.length > 0 && (
            <Button onClick={() => onRestart(still)}>{t("quizAttempt.practiseRest", { count: still.length })}</Button>
          )}
          <Button variant="default" onClick={() => onRestart(practised)}>
            {t("quizAttempt.practiseAll")}
          </Button>
        </Group>
      </section>
    );
  const isLast = current === practised.length - 1;
  return (
    <>
      <p className={styles.hint}>{t("quizAttempt.practiceHint", { number: current + 1, count: practised.length })}</p>
      <PractisedQuestionView
        key={keyOf(shown)}
        quiz={quiz}
        practised={shown}
        onGraded={(verdict) => setVerdicts((before) => new Map(before).set(keyOf(shown), verdict))}
      >
        <Button
          variant="default"
          rightSection={<IconArrowRight size={18} stroke={1.5} aria-hidden />}
          onClick={() => setCurrent(current + 1)}
        >
          {t(isLast ? "quizAttempt.finishPractice" : "quizAttempt.next")}
        </Button>
      </PractisedQuestionView>
    </>
  );
}
