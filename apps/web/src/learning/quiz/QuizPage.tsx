/** The page of a quiz before it is taken: what it is about, and how much it asks. */

import { Alert, Button, Text } from "@mantine/core";
import type { AnnouncedQuiz, AuthoredQuiz, TakenQuiz } from "@parfocal/core/quiz/quiz.contract.ts";
import { IconClock, IconEye, IconMicroscope, IconQuestionMark } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { PageBoxes } from "#box/PageBoxes.tsx";
import { pathTo, stepsOf } from "#item/place-path.ts";
import { usePlace } from "#item/use-place.ts";
import { useSession } from "#platform/session.tsx";
import { RichText } from "#rich-text/RichText.tsx";
import { CallFailure } from "#session/CallFailure.tsx";
import { PageHeading } from "#ui/PageHeading.tsx";
import { PageSkeleton } from "#ui/PageSkeleton.tsx";
import { usePagePlace } from "#ui/page-place.ts";
import styles from "./Quiz.module.css";
import { QuizPreview } from "./QuizPreview.tsx";
import { useQuiz } from "./quiz.api.ts";

const SECONDS_PER_MINUTE = 60;

export function QuizPage() {
  const { t } = useTranslation();
  const { site } = useSession();
  const steps = usePlace()?.steps ?? [];
  const id = steps.at(-1)?.id ?? 0;
  const { data: quiz, error, refetch } = useQuiz(id, steps.at(-2)?.id ?? null);
  const way = (quiz?.path ?? []).filter((step) => step.id !== id);
  usePagePlace({
    title: quiz?.title ?? "",
    crumbs: [
      { title: t("course.pageTitle"), href: `/s${site.id}/` },
      ...way.map(({ title }, index) => ({ title, href: pathTo(site.id, stepsOf(way.slice(0, index + 1))) })),
    ],
  });
  if (quiz) return <QuizFront quiz={quiz} />;
  return error ? <CallFailure error={error} onRetry={() => void refetch()} /> : <PageSkeleton />;
}

function QuizFront({ quiz }: { readonly quiz: AnnouncedQuiz | AuthoredQuiz | TakenQuiz }) {
  const { t } = useTranslation();
  const [isPreviewing, setPreviewing] = useState(false);
  const { title, content, questionCount, slideCount, timerDuration } = quiz;
  return (
    <div className={styles.page}>
      <PageHeading title={title}>
        {quiz.view === "authoring" && (
          <Button
            variant="default"
            leftSection={<IconEye size={18} stroke={1.5} aria-hidden />}
            onClick={() => setPreviewing(true)}
          >
            {t("quiz.preview")}
          </Button>
        )}
      </PageHeading>
      <ul className={styles.facts}>
        <li className={styles.row}>
          <IconQuestionMark size={18} stroke={1.5} aria-hidden /> {t("quiz.questionCount", { count: questionCount })}
        </li>
        {slideCount > 0 && (
          <li className={styles.row}>
            <IconMicroscope size={18} stroke={1.5} aria-hidden /> {t("quiz.slideCount", { count: slideCount })}
          </li>
        )}
        <li className={styles.row}>
          <IconClock size={18} stroke={1.5} aria-hidden />{" "}
          {timerDuration === null
            ? t("quiz.noTimer")
            : t("quiz.minutes", { count: Math.ceil(timerDuration / SECONDS_PER_MINUTE) })}
        </li>
      </ul>
      <RichText text={content} />
      <PageBoxes id={quiz.id} kind="quiz" />
      <Alert color="blue" mt="lg">
        <Text size="sm">{t("quiz.takingComes")}</Text>
      </Alert>
      {isPreviewing && quiz.view === "authoring" && <QuizPreview quiz={quiz} onClose={() => setPreviewing(false)} />}
    </div>
  );
}
