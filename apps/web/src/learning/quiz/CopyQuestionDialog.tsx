/** Copies a question to several slides and cases of its quiz. */
import { Button, Checkbox, Group, Modal, Stack } from "@mantine/core";
import type { AuthoredQuiz } from "@parfocal/core/quiz/quiz.contract.ts";
import type { QuizQuestion } from "@parfocal/core/quiz/quiz-question.contract.ts";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import styles from "./Quiz.module.css";
import { useCopyHere } from "./useCopyHere.ts";

interface CopyQuestionDialogProps {
  readonly quiz: Pick<AuthoredQuiz, "slides">;
  readonly question: QuizQuestion;
  readonly onClose: () => void;
}

export function CopyQuestionDialog({ quiz, question, onClose }: CopyQuestionDialogProps) {
  const { t } = useTranslation();
  const others = quiz.slides.filter(({ id }) => id !== question.slideId);
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const [isBusy, setBusy] = useState(false);
  const copyHere = useCopyHere();
  async function copy(): Promise<void> {
    if (isBusy) return;
    setBusy(true);
    // In quiz order.
    const parentIds = others.map(({ id }) => id).filter((id) => chosen.includes(String(id)));
    const copied = await copyHere([question], parentIds);
    setBusy(false);
    if (copied === parentIds.length) onClose();
    else setChosen(parentIds.slice(copied).map(String));
  }
  const areAll = chosen.length === others.length;
  return (
    <Modal
      opened
      onClose={onClose}
      title={t("quiz.copyOf", { title: question.title })}
      closeButtonProps={{ "aria-label": t("ui.close") }}
    >
      <Stack>
        {others.length === 0 && <p className={styles.hint}>{t("quiz.noOtherSlides")}</p>}
        {question.type === "annotation" && <p className={styles.hint}>{t("quiz.copyKeepsSlide")}</p>}
        {others.length > 1 && (
          <Checkbox
            label={t("quiz.allSlides")}
            checked={areAll}
            indeterminate={chosen.length > 0 && !areAll}
            onChange={() => setChosen(areAll ? [] : others.map(({ id }) => String(id)))}
          />
        )}
        <Checkbox.Group aria-label={t("quiz.slidesAndCases")} value={[...chosen]} onChange={setChosen}>
          <Stack gap={10}>
            {others.map(({ id, title }) => (
              <Checkbox key={id} value={String(id)} label={title} />
            ))}
          </Stack>
        </Checkbox.Group>
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {t("ui.cancel")}
          </Button>
          <Button disabled={chosen.length === 0} loading={isBusy} onClick={() => void copy()}>
            {t("quiz.copyNow")}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
