/**
 * The page of one question of a quiz, for content managers: as learners see it, with the solution behind a switch and
 * links to the previous and next question.
 *
 * Source: spec part 2, section 2 (quiz base path plus i{id}, c{id} or qs{id}).
 */
import { Switch } from "@mantine/core";
import type { PathStep, ScreenPlace } from "@parfocal/core/item/public-path.ts";
import type { AuthoredQuiz } from "@parfocal/core/quiz/quiz.contract.ts";
import type { QuizQuestion } from "@parfocal/core/quiz/quiz-question.contract.ts";
import { IconArrowLeft, IconArrowRight } from "@tabler/icons-react";
import { Navigate, useNavigate } from "@tanstack/react-router";
import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { pathTo, stepsOf } from "#item/place-path.ts";
import { useSession } from "#platform/session.tsx";
import { useQuiz } from "#quiz/quiz.api.ts";
import { questionIndexAt, questionPath, quizPath } from "#quiz-attempt/quiz-address.ts";
import { useQuizKeys } from "#quiz-attempt/useQuizKeys.ts";
import { ButtonLink } from "#ui/ButtonLink.tsx";
import { CallFailure } from "#ui/CallFailure.tsx";
import { NotFoundPage } from "#ui/NotFoundPage.tsx";
import { PageHeading } from "#ui/PageHeading.tsx";
import { PageSkeleton } from "#ui/PageSkeleton.tsx";
import { usePagePlace } from "#ui/page-place.ts";
import styles from "./QuestionPage.module.css";
import { QuestionSheet } from "./QuestionSheet.tsx";
import { questionsInOrder, shownQuestion } from "./shown-question.ts";

export function QuestionPage({ place }: { readonly place: ScreenPlace }) {
  const { steps, within } = place;
  const { data: quiz, error, refetch } = useQuiz(steps.at(-1)?.id ?? 0, steps.at(-2)?.id ?? null);
  if (!quiz) return error ? <CallFailure error={error} onRetry={() => void refetch()} /> : <PageSkeleton />;
  const found = quiz.view === "authoring" ? findQuestion(quiz, within) : undefined;
  const isInQuiz = within.some(({ kind }) => kind === "quizQuestion");
  if (!found && !isInQuiz) return <Navigate to={quizPath(place)} replace />;
  if (quiz.view !== "authoring" || !found) return <NotFoundPage />;
  return <Page quiz={quiz} place={place} question={found} />;
}

/** The question in the URL: the question itself, or the first one about the slide or case. */
function findQuestion(quiz: AuthoredQuiz, within: readonly PathStep[]): QuizQuestion | undefined {
  const questionItem = within.find(({ kind }) => kind === "quizQuestion");
  const questions = questionsInOrder(quiz, questionItem?.id);
  if (questionItem) return questions.find(({ id }) => id === questionItem.id);
  const shown = questions.map((one) => shownQuestion(quiz, one));
  return questions[questionIndexAt(shown, within)];
}

interface PageProps {
  readonly quiz: AuthoredQuiz;
  readonly place: ScreenPlace;
  readonly question: QuizQuestion;
}

function Page({ quiz, place, question }: PageProps) {
  const { t } = useTranslation();
  const { site } = useSession();
  const navigate = useNavigate();
  const [isKeyShown, setKeyShown] = useState(false);
  const addresses = useMemo(
    () => questionsInOrder(quiz, question.id).map((one) => questionPath(place, shownQuestion(quiz, one))),
    [quiz, question.id, place],
  );
  const current = questionsInOrder(quiz, question.id).findIndex(({ id }) => id === question.id);
  usePagePlace({
    title: question.title,
    crumbs: [
      { title: t("course.pageTitle"), href: `/s${site.id}/` },
      ...quiz.path.map(({ title }, index) => ({
        title,
        href: pathTo(site.id, stepsOf(quiz.path.slice(0, index + 1))),
      })),
    ],
  });
  useQuizKeys({
    onGo(step) {
      const to = addresses[current + step];
      if (to) void navigate({ to });
    },
    onMark: ignore,
    onChoose: ignore,
  });
  return (
    <div className={styles.page}>
      <PageHeading title={t("questionPage.of", { number: current + 1, total: addresses.length, title: quiz.title })}>
        <Switch
          className={styles.switch ?? ""}
          label={t("questionPage.showKey")}
          checked={isKeyShown}
          onChange={(event) => setKeyShown(event.currentTarget.checked)}
        />
      </PageHeading>
      <p className={styles.hint}>{t("questionPage.hint")}</p>
      <QuestionSheet key={question.id} quiz={quiz} question={question} isKeyShown={isKeyShown} />
      <Neighbours previous={addresses[current - 1]} quiz={quizPath(place)} next={addresses[current + 1]} />
    </div>
  );
}

const ignore = () => {};

interface NeighboursProps {
  /** Undefined: it is the first question. */
  readonly previous: string | undefined;
  readonly quiz: string;
  /** Undefined: it is the last question. */
  readonly next: string | undefined;
}

function Neighbours({ previous, quiz, next }: NeighboursProps) {
  const { t } = useTranslation();
  return (
    <nav className={styles.neighbours} aria-label={t("questionPage.neighbours")}>
      <ButtonLink
        to={previous ?? quiz}
        variant="default"
        disabled={previous === undefined}
        leftSection={<IconArrowLeft size={18} stroke={1.5} aria-hidden />}
      >
        {t("quizAttempt.previous")}
      </ButtonLink>
      <ButtonLink to={quiz} variant="subtle" className={styles.toQuiz ?? ""}>
        {t("questionPage.toQuiz")}
      </ButtonLink>
      <ButtonLink
        to={next ?? quiz}
        variant="default"
        disabled={next === undefined}
        rightSection={<IconArrowRight size={18} stroke={1.5} aria-hidden />}
      >
        {t("quizAttempt.next")}
      </ButtonLink>
    </nav>
  );
}
