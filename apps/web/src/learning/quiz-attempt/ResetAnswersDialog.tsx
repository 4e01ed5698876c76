/** For content managers: deletes all answers after the title was typed; can be undone for 30 days. */
import { Alert, Button, Group, Modal, Stack, Text, TextInput } from "@mantine/core";
import type { AuthoredQuiz } from "@parfocal/core/quiz/quiz.contract.ts";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { showProblem, showSuccess } from "#platform/failure-toast.ts";
import { mutateAlways } from "#platform/mutate-always.ts";
import { dateFormat } from "#ui/locale-formats.ts";
import { showUndo } from "#ui/undo-toast.tsx";
import { useResetQuiz } from "./quiz-attempt.api.ts";

interface ResetAnswersDialogProps {
  readonly quiz: Pick<AuthoredQuiz, "id" | "title" | "lastReset">;
  readonly onClose: () => void;
}

export function ResetAnswersDialog({ quiz, onClose }: ResetAnswersDialogProps) {
  const { t, i18n } = useTranslation();
  const [typed, setTyped] = useState("");
  const reset = useResetQuiz(quiz.id);
  const isConfirmed = typed.trim() === quiz.title.trim();
  const restore = (resetId: string) =>
    mutateAlways(reset, resetId, {
      onSuccess({ attemptCount, leftCount }) {
        onClose();
        if (attemptCount > 0) showSuccess(t("quizAttempt.restored", { count: attemptCount }));
        if (leftCount > 0) showProblem(t("quizAttempt.leftOut", { count: leftCount }));
      },
    });
  const date = dateFormat(i18n.language, { dateStyle: "medium", timeStyle: "short" });
  const { lastReset } = quiz;
  const removeAll = () =>
    mutateAlways(reset, undefined, {
      onSuccess({ attemptCount, resetId }) {
        onClose();
        showUndo(t("quizAttempt.answersRemoved", { count: attemptCount }), t("quizAttempt.undo"), () =>
          restore(resetId),
        );
      },
    });
  return (
    <Modal
      opened
      onClose={onClose}
      title={t("quizAttempt.resetTitle")}
      closeButtonProps={{ "aria-label": t("ui.close") }}
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (isConfirmed) removeAll();
        }}
      >
        <Stack gap={12}>
          {lastReset && (
            <Alert color="blue">
              <Text size="sm" mb={8}>
                {t("quizAttempt.lastReset", {
                  count: lastReset.attemptCount,
                  date: date.format(new Date(lastReset.date)),
                })}
              </Text>
              <Button size="compact-md" variant="default" onClick={() => restore(lastReset.resetId)}>
                {t("quizAttempt.restore")}
              </Button>
            </Alert>
          )}
          <Text>{t("quizAttempt.resetText")}</Text>
          <TextInput
            label={t("quizAttempt.resetConfirm", { title: quiz.title })}
            value={typed}
            data-autofocus
            autoComplete="off"
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {t("ui.cancel")}
            </Button>
            <Button type="submit" color="red" disabled={!isConfirmed} loading={reset.isPending}>
              {t("quizAttempt.resetNow")}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
