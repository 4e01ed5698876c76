/** The page of a quiz: start page, questions, result and review. */

import { Button } from "@mantine/core";
import { useHotkeys } from "@mantine/hooks";
import type { Crumb } from "@parfocal/core/item/item-card.contract.ts";
import { formatQuizPath, type ScreenPlace } from "@parfocal/core/item/public-path.ts";
import type { AnnouncedQuiz, AuthoredQuiz, TakenQuiz } from "@parfocal/core/quiz/quiz.contract.ts";
import {
  IconChartBar,
  IconClock,
  IconEraser,
  IconEye,
  IconMicroscope,
  IconQuestionMark,
  IconSchool,
} from "@tabler/icons-react";
import { Navigate, useNavigate } from "@tanstack/react-router";
import { Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { PageBoxes } from "#box/PageBoxes.tsx";
import { PageFields } from "#custom-field/PageFields.tsx";
import { pathTo, stepsOf } from "#item/place-path.ts";
import { useSurroundings } from "#item/surroundings.ts";
import { usePlace } from "#item/use-place.ts";
import { useSession } from "#platform/session.tsx";
import { QuizPreviewDialog } from "#quiz/QuizPreview.tsx";
import { useQuiz } from "#quiz/quiz.api.ts";
import { quizResultsAddress } from "#quiz/quiz-results-address.ts";
import { RichText } from "#rich-text/RichText.tsx";
import { ButtonLink } from "#ui/ButtonLink.tsx";
import { CallFailure } from "#ui/CallFailure.tsx";
import { HeaderActions } from "#ui/HeaderActions.tsx";
import { NeighbourLinks } from "#ui/NeighbourLinks.tsx";
import { NotFoundPage } from "#ui/NotFoundPage.tsx";
import { NEXT_KEY, PREVIOUS_KEY } from "#ui/neighbour-keys.ts";
import { PageHeading } from "#ui/PageHeading.tsx";
import { PageSkeleton } from "#ui/PageSkeleton.tsx";
import { usePagePlace } from "#ui/page-place.ts";
import { PreviewBar } from "./PreviewBar.tsx";
import { isPracticeOpen } from "./practice-open.ts";
import styles from "./QuizAttempt.module.css";
import { QuizResult } from "./QuizResult.tsx";
import { QuizReview } from "./QuizReview.tsx";
import { QuizStart } from "./QuizStart.tsx";
import { QuizTaking } from "./QuizTaking.tsx";
import { questionIndexAt, quizPath } from "./quiz-address.ts";
import { LaterQuizPractice } from "./quiz-practice-part.ts";
import { ResetAnswersDialog } from "./ResetAnswersDialog.tsx";
import { noteClock } from "./server-time.ts";

const SECONDS_PER_MINUTE = 60;

type AnyQuiz = AnnouncedQuiz | AuthoredQuiz | TakenQuiz;

export function QuizPage() {
  const { t } = useTranslation();
  const { site } = useSession();
  const place = usePlace();
  const steps = place?.steps ?? [];
  const id = steps.at(-1)?.id ?? 0;
  const { data: quiz, error, refetch } = useQuiz(id, steps.at(-2)?.id ?? null, place?.isPreview);
  const way = (quiz?.path ?? []).filter((step) => step.id !== id);
  usePagePlace({
    title: quiz?.title ?? "",
    crumbs: [
      { title: t("course.pageTitle"), href: `/s${site.id}/` },
      ...way.map(({ title }, index) => ({ title, href: pathTo(site.id, stepsOf(way.slice(0, index + 1))) })),
    ],
  });
  if (quiz && place) return <QuizScreen quiz={quiz} place={place} />;
  return error ? <CallFailure error={error} onRetry={() => void refetch()} /> : <PageSkeleton />;
}

/**
 * In a preview, below its bar. Questions and the review are available once the quiz is started or submitted; before
 * that their URLs show the start page.
 */
function QuizScreen({ quiz, place }: { readonly quiz: AnyQuiz; readonly place: ScreenPlace }) {
  if (quiz.view === "taking") noteClock(quiz.clock);
  if (place.isPreview && quiz.view !== "authoring")
    return (
      <>
        <PreviewBar quiz={quiz} place={place} />
        <TakenScreen quiz={quiz} place={place} />
      </>
    );
  return <TakenScreen quiz={quiz} place={place} />;
}

function TakenScreen({ quiz, place }: { readonly quiz: AnyQuiz; readonly place: ScreenPlace }) {
  const { within, isReview, isPractice } = place;
  if (quiz.view !== "taking") return <QuizFront quiz={quiz} place={place} />;
  if (quiz.isSubmitted && isReview) return <QuizReview quiz={quiz} place={place} />;
  if (isPractice && isPracticeOpen(quiz))
    return (
      <Suspense fallback={<PageSkeleton />}>
        <LaterQuizPractice quiz={quiz} place={place} />
      </Suspense>
    );
  if (isPractice || (quiz.isSubmitted && within.length > 0)) return <Navigate to={quizPath(place)} replace />;
  if (quiz.isSubmitted || isReview || within.length === 0) return <QuizFront quiz={quiz} place={place} />;
  const current = questionIndexAt(quiz.questions, within);
  if (current < 0) return <NotFoundPage />;
  return <QuizTaking key={`${quiz.attemptNo} ${quiz.startedAt}`} quiz={quiz} place={place} current={current} />;
}

function QuizFront({ quiz, place }: { readonly quiz: AnyQuiz; readonly place: ScreenPlace }) {
  return (
    <div className={styles.page}>
      <QuizNeighbours quiz={quiz} place={place} />
      <PageHeading title={quiz.title}>
        {quiz.view === "authoring" && <AuthorActions quiz={quiz} place={place} />}
      </PageHeading>
      <QuizFacts quiz={quiz} />
      <RichText text={quiz.content} />
      <PageFields id={quiz.id} kind="quiz" />
      <PageBoxes id={quiz.id} kind="quiz" />
      {quiz.view === "taking" && quiz.isSubmitted && <QuizResult quiz={quiz} place={place} />}
      {(quiz.view === "announcement" || (quiz.view === "taking" && !quiz.isSubmitted)) && (
        <QuizStart quiz={quiz} place={place} />
      )}
    </div>
  );
}

/** Links to the previous and next item; not while the quiz is taken, because an accidental key press would leave it. */
function QuizNeighbours({ quiz: { id, title }, place }: { readonly quiz: AnyQuiz; readonly place: ScreenPlace }) {
  const navigate = useNavigate();
  const { previous, next } = useSurroundings(place.steps.at(-2), { id, type: "quiz", title });
  const pathOf = ({ type, id: itemId }: Crumb) =>
    pathTo(place.siteId, [...place.steps.slice(0, -1), { kind: type, id: itemId }]);
  const go = (neighbour: Crumb | null) => () => {
    const to = neighbour && pathOf(neighbour);
    if (to) void navigate({ to });
  };
  useHotkeys([
    [PREVIOUS_KEY, go(previous)],
    [NEXT_KEY, go(next)],
  ]);
  return (
    <HeaderActions>
      <NeighbourLinks previous={previous} next={next} pathOf={pathOf} />
    </HeaderActions>
  );
}

function QuizFacts({ quiz: { questionCount, slideCount, timerDuration } }: { readonly quiz: AnyQuiz }) {
  const { t } = useTranslation();
  return (
    <ul className={styles.facts}>
      <li className={styles.fact}>
        <IconQuestionMark size={18} stroke={1.5} aria-hidden /> {t("quiz.questionCount", { count: questionCount })}
      </li>
      {slideCount > 0 && (
        <li className={styles.fact}>
          <IconMicroscope size={18} stroke={1.5} aria-hidden /> {t("quiz.slideCount", { count: slideCount })}
        </li>
      )}
      <li className={styles.fact}>
        <IconClock size={18} stroke={1.5} aria-hidden />{" "}
        {timerDuration === null
          ? t("quiz.noTimer")
          : t("quiz.minutes", { count: Math.ceil(timerDuration / SECONDS_PER_MINUTE) })}
      </li>
    </ul>
  );
}

/** For content managers. */
function AuthorActions({ quiz, place }: { readonly quiz: AuthoredQuiz; readonly place: ScreenPlace }) {
  const { t } = useTranslation();
  const { site } = useSession();
  const [shown, setShown] = useState<"preview" | "reset" | null>(null);
  const close = () => setShown(null);
  return (
    <>
      <ButtonLink
        {...quizResultsAddress(site.id, quiz.id)}
        variant="default"
        leftSection={<IconChartBar size={18} stroke={1.5} aria-hidden />}
      >
        {t("quiz.results")}
      </ButtonLink>
      <Button
        variant="default"
        leftSection={<IconEye size={18} stroke={1.5} aria-hidden />}
        onClick={() => setShown("preview")}
      >
        {t("quiz.preview")}
      </Button>
      <ButtonLink
        to={formatQuizPath({ ...place, isPreview: true })}
        variant="default"
        leftSection={<IconSchool size={18} stroke={1.5} aria-hidden />}
      >
        {t("quiz.previewAsLearner")}
      </ButtonLink>
      <Button
        variant="default"
        leftSection={<IconEraser size={18} stroke={1.5} aria-hidden />}
        onClick={() => setShown("reset")}
      >
        {t("quizAttempt.reset")}
      </Button>
      {shown === "preview" && <QuizPreviewDialog quiz={quiz} onClose={close} />}
      {shown === "reset" && <ResetAnswersDialog quiz={quiz} onClose={close} />}
    </>
  );
}
