/** After an outage: extra time for everyone who is currently taking the quiz. */
import { Alert, Button, Group, Modal, NumberInput, Stack, Text } from "@mantine/core";
import { message } from "@parfocal/core/messages.ts";
import { GRANT_MAX_S } from "@parfocal/core/quiz-access/access-rules.ts";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { showProblem, showSuccess } from "#platform/failure-toast.ts";
import { useAddAttempt } from "#quiz/useAddAttempt.ts";
import { giveTime } from "#quiz-access/quiz-access.api.ts";
import { resultKeys } from "./quiz-results.api.ts";

const S_PER_MINUTE = 60;
const USUAL_MINUTES = 5;

interface MoreTimeDialogProps {
  readonly quizId: number;
  readonly onClose: () => void;
}

export function MoreTimeDialog({ quizId, onClose }: MoreTimeDialogProps) {
  const { t } = useTranslation();
  const queryClient = useQueryClient();
  const [minutes, setMinutes] = useState<number | null>(USUAL_MINUTES);
  const { add, isBusy, failure } = useAddAttempt<number>(async (seconds, key) => {
    const count = await giveTime(quizId, seconds, key);
    onClose();
    if (count === 0) showProblem(t("quizResults.moreTimeNone"));
    else showSuccess(t("quizResults.moreTimeGiven", { count }));
    await queryClient.invalidateQueries({ queryKey: resultKeys.of(quizId) });
  }, message("generic.failed"));
  return (
    <Modal
      opened
      onClose={onClose}
      title={t("quizResults.moreTimeTitle")}
      closeButtonProps={{ "aria-label": t("ui.close") }}
    >
      <Stack gap={16}>
        <Text>{t("quizResults.moreTimeText")}</Text>
        <NumberInput
          label={t("quizResults.moreTimeMinutes")}
          min={1}
          max={GRANT_MAX_S / S_PER_MINUTE}
          allowDecimal={false}
          maw={200}
          value={minutes ?? ""}
          onChange={(value) => setMinutes(Number(value) >= 1 ? Number(value) : null)}
          data-autofocus
        />
        {failure && (
          <Alert color="red" role="alert">
            {failure}
          </Alert>
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {t("ui.cancel")}
          </Button>
          <Button
            loading={isBusy}
            disabled={minutes === null}
            onClick={() => minutes !== null && void add(minutes * S_PER_MINUTE)}
          >
            {t("quizResults.moreTimeGive")}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
