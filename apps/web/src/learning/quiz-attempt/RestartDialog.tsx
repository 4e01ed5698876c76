/** Asks before answers are deleted: those of a running quiz, or of a submitted one for a new attempt. */
import { Alert, Button, Group, Modal, Stack, Text } from "@mantine/core";
import type { ScreenPlace } from "@parfocal/core/item/public-path.ts";
import type { TakenQuiz } from "@parfocal/core/quiz/quiz.contract.ts";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { showSuccess } from "#platform/failure-toast.ts";
import { AccessCodeField } from "#quiz-access/Allowance.tsx";
import { useAllowance } from "#quiz-access/quiz-access.api.ts";
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
  const restart = useRestartQuiz(quiz);
  const { data: allowance } = useAllowance(quiz.id, quiz.isSubmitted);
  const isCodeRequired = quiz.isSubmitted && (allowance?.isCodeRequired ?? false);
  const [code, setCode] = useState("");
  const sent = isCodeRequired ? code.trim() : "";
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
        {isCodeRequired && <AccessCodeField value={code} onChange={setCode} />}
        {restart.error && (
          <Alert color="red" role="alert">
            {restart.error.message}
          </Alert>
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose} data-autofocus>
            {t("ui.cancel")}
          </Button>
          <Button
            color={quiz.isSubmitted ? undefined : "red"}
            loading={restart.isPending}
            disabled={isCodeRequired && sent === ""}
            onClick={() => restart.mutate({ attemptNo: quiz.attemptNo, code: sent }, { onSuccess })}
          >
            {t("quizAttempt.restart")}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
