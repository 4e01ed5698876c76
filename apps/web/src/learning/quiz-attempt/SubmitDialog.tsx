/** Asks before the answers are submitted. Unsaved answers are saved first. */
import { Alert, Button, Group, Modal, Stack, Text } from "@mantine/core";
import type { TakenQuiz } from "@parfocal/core/quiz/quiz.contract.ts";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { showSuccess } from "#platform/failure-toast.ts";
import { mutateAlways } from "#platform/mutate-always.ts";
import { type AttemptKeeper, answerKey, isAnswerGiven, type KeeperSnapshot } from "./attempt-keeper.ts";
import { useSubmitQuiz } from "./quiz-attempt.api.ts";

interface SubmitDialogProps {
  readonly quiz: TakenQuiz;
  readonly keeper: AttemptKeeper;
  readonly snapshot: KeeperSnapshot;
  readonly onClose: () => void;
}

export function SubmitDialog({ quiz, keeper, snapshot, onClose }: SubmitDialogProps) {
  const { t } = useTranslation();
  const submit = useSubmitQuiz(quiz);
  const [isSaving, setSaving] = useState(false);
  const [isUnsaved, setUnsaved] = useState(false);
  const mine = quiz.questions.map(({ id, itemId }) => snapshot.answers.get(answerKey(id, itemId)));
  const answered = mine.filter((one) => isAnswerGiven(one?.answer)).length;
  const marked = mine.filter((one) => one?.isMarked).length;
  const open = quiz.questions.length - answered;
  const submitNow = async () => {
    setSaving(true);
    const isSaved = await keeper.flush();
    setSaving(false);
    setUnsaved(!isSaved);
    if (isSaved) mutateAlways(submit, quiz.attemptNo, { onSuccess: () => showSuccess(t("quizAttempt.answersSaved")) });
  };
  return (
    <Modal
      opened
      onClose={onClose}
      title={t("quizAttempt.submitTitle")}
      closeButtonProps={{ "aria-label": t("ui.close") }}
    >
      <Stack gap={12}>
        <Text>{t("quizAttempt.answeredOf", { answered, count: quiz.questions.length })}</Text>
        {open > 0 && <Text>{t("quizAttempt.openCount", { count: open })}</Text>}
        {marked > 0 && <Text>{t("quizAttempt.markedCount", { count: marked })}</Text>}
        <Text c="dimmed" size="sm">
          {t("quizAttempt.submitHint")}
        </Text>
        {isUnsaved && (
          <Alert color="red" role="alert">
            {t("quizAttempt.notSaved")}
          </Alert>
        )}
        <Group justify="flex-end" mt={8}>
          <Button variant="default" onClick={onClose} data-autofocus>
            {t("quizAttempt.back")}
          </Button>
          <Button loading={isSaving || submit.isPending} onClick={() => void submitNow()}>
            {t("quizAttempt.submitNow")}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
