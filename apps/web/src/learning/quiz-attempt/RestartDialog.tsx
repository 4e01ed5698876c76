/** Asks before answers are removed: of a quiz that runs, or for a new attempt after the submission. */
import { Button, Group, Modal, Stack, Text } from "@mantine/core";
import type { ScreenPlace } from "@parfocal/core/item/public-path.ts";
import type { TakenQuiz } from "@parfocal/core/quiz/quiz.contract.ts";
import { useNavigate } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { showSuccess } from "#platform/failure-toast.ts";
import { quizPath } from "./quiz-address.ts";
import { useRestartQuiz } from "./quiz-attempt.api.ts";

interface RestartDialogProps {
  readonly quiz: TakenQuiz;
  readonly place: ScreenPlace;
  readonly onClose: () => void;
}

export function RestartDialog({ quiz, place, onClose }: RestartDialogProps) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const restart = useRestartQuiz(quiz.id);
  const onSuccess = () => {
    showSuccess(t("quizAttempt.restarted"));
    onClose();
    void navigate({ to: quizPath(place) });
  };
  const text = quiz.isSubmitted
    ? "quizAttempt.restartSubmitted"
    : quiz.timerDuration === null
      ? "quizAttempt.restartRunning"
      : "quizAttempt.restartTimed";
  return (
    <Modal
      opened
      onClose={onClose}
      title={t("quizAttempt.restartTitle")}
      closeButtonProps={{ "aria-label": t("ui.close") }}
    >
      <Stack gap={12}>
        <Text>{t(text)}</Text>
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose} data-autofocus>
            {t("ui.cancel")}
          </Button>
          <Button
            color={quiz.isSubmitted ? undefined : "red"}
            loading={restart.isPending}
            onClick={() => restart.mutate(quiz.attemptNo, { onSuccess })}
          >
            {t("quizAttempt.restart")}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
