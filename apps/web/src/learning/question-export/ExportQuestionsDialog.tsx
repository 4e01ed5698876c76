/** Exports the questions of a quiz as a file for other programs; lists beforehand what the file cannot contain. */
import { Alert, Button, Group, List, Modal, Select, Stack } from "@mantine/core";
import { AppError } from "@parfocal/core/errors.ts";
import { EXPORT_FORMATS, type ExportFormat } from "@parfocal/core/question-export/export-formats.ts";
import {
  EXPORT_NOTES,
  type ExportedQuestion,
  exportNotes,
  isExported,
} from "@parfocal/core/question-export/export-question.ts";
import { IconAlertTriangle, IconDownload } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import styles from "./QuestionExport.module.css";
import { useExportQuestions } from "./question-export.api.ts";

interface ExportQuestionsDialogProps {
  readonly quizId: number;
  /** All questions of the quiz, including those of its slides and cases. */
  readonly questions: readonly ExportedQuestion[];
  readonly onClose: () => void;
}

export function ExportQuestionsDialog({ quizId, questions, onClose }: ExportQuestionsDialogProps) {
  const { t } = useTranslation();
  const [format, setFormat] = useState<ExportFormat>(EXPORT_FORMATS[0]);
  const save = useExportQuestions(quizId);
  const { error } = save;
  const count = questions.filter(isExported).length;
  return (
    <Modal
      opened
      onClose={onClose}
      title={t("questionExport.title")}
      closeButtonProps={{ "aria-label": t("ui.close") }}
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          save.mutate(format, { onSuccess: onClose });
        }}
      >
        <Stack gap={16}>
          <p className={styles.text}>{t("questionExport.summary", { exported: count, count: questions.length })}</p>
          <Select
            label={t("questionExport.format")}
            description={t(`questionExport.hint_${format}`)}
            allowDeselect={false}
            value={format}
            data={EXPORT_FORMATS.map((value) => ({ value, label: t(`questionExport.format_${value}`) }))}
            onChange={(value) => value && setFormat(value as ExportFormat)}
          />
          <Losses questions={questions} />
          <div role="alert">
            {error && (
              <Alert color="red">{error instanceof AppError ? error.message : t("questionExport.failed")}</Alert>
            )}
          </div>
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {t("ui.cancel")}
            </Button>
            <Button
              type="submit"
              disabled={count === 0}
              loading={save.isPending}
              leftSection={<IconDownload size={18} stroke={1.5} aria-hidden />}
            >
              {t("questionExport.save")}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}

/** What the file does not contain, with the number of questions. */
function Losses({ questions }: Pick<ExportQuestionsDialogProps, "questions">) {
  const { t } = useTranslation();
  const found = questions.flatMap(exportNotes);
  const counts = EXPORT_NOTES.map((note) => ({ note, count: found.filter((one) => one === note).length }));
  const losses = counts.filter(({ count }) => count > 0);
  if (losses.length === 0) return null;
  return (
    <Alert color="yellow" icon={<IconAlertTriangle size={18} stroke={1.5} aria-hidden />}>
      <p className={styles.losses}>{t("questionExport.losses")}</p>
      <List size="sm" spacing={4}>
        {losses.map(({ note, count }) => (
          <List.Item key={note}>{t(`questionExport.note_${note}`, { count })}</List.Item>
        ))}
      </List>
    </Alert>
  );
}
