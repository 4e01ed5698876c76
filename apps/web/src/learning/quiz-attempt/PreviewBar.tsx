/** On all screens of a preview: a note that it does not count, and buttons to restart and to exit it. */
import { Button, Group, Text } from "@mantine/core";
import { formatQuizPath, type ScreenPlace } from "@parfocal/core/item/public-path.ts";
import type { AnnouncedQuiz, TakenQuiz } from "@parfocal/core/quiz/quiz.contract.ts";
import { IconEye } from "@tabler/icons-react";
import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { quizKeys } from "#quiz/quiz.api.ts";
import styles from "./QuizAttempt.module.css";
import { useEndPreview, useRestartQuiz } from "./quiz-attempt.api.ts";

interface PreviewBarProps {
  readonly quiz: AnnouncedQuiz | TakenQuiz;
  readonly place: ScreenPlace;
}

export function PreviewBar({ quiz, place }: PreviewBarProps) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const restart = useRestartQuiz(quiz);
  const end = useEndPreview(quiz.id);
  const error = restart.error ?? end.error;
  const startAgain = (attemptNo: number) =>
    restart.mutate({ attemptNo, code: "" }, { onSuccess: () => void navigate({ to: formatQuizPath(place) }) });
  const onEnd = async () => {
    await navigate({ to: formatQuizPath({ ...place, isPreview: false }) });
    queryClient.removeQueries({ queryKey: quizKeys.preview(quiz.id) });
  };
  return (
    <section className={styles.previewBar} aria-label={t("quizAttempt.preview")}>
      <Group gap={8} wrap="nowrap">
        <IconEye className={styles.previewIcon} size={18} stroke={1.5} aria-hidden />
        <Text size="sm">{t("quizAttempt.previewHint")}</Text>
      </Group>
      <Group gap={8}>
        {quiz.view === "taking" && (
          <Button
            size="compact-md"
            variant="default"
            loading={restart.isPending}
            onClick={() => startAgain(quiz.attemptNo)}
          >
            {t("quizAttempt.startAgain")}
          </Button>
        )}
        <Button
          size="compact-md"
          variant="default"
          loading={end.isPending}
          onClick={() => end.mutate(undefined, { onSuccess: () => void onEnd() })}
        >
          {t("quizAttempt.endPreview")}
        </Button>
      </Group>
      {error && (
        <Text size="sm" role="alert">
          {error.message}
        </Text>
      )}
    </section>
  );
}
