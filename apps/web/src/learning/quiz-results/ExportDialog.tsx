/** Exports the answers to the questions of one type as a CSV file, with the answers to an enrollment form. */
import { Alert, Button, Group, Modal, Select, Stack } from "@mantine/core";
import { QUESTION_TYPES, type QuestionType } from "@parfocal/core/quiz/quiz-types.ts";
import { IconDownload } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import styles from "./QuizResults.module.css";
import { useEnrollmentForms, useExportAnswers } from "./quiz-results.api.ts";

/** Number offered initially; others are found by typing. */
const OFFERED_AT_ONCE = 60;

interface ExportDialogProps {
  readonly quizId: number;
  readonly onClose: () => void;
}

export function ExportDialog({ quizId, onClose }: ExportDialogProps) {
  const { t, i18n } = useTranslation();
  const [type, setType] = useState<QuestionType>(QUESTION_TYPES[0]);
  const [formId, setFormId] = useState<string | null>(null);
  const { data: forms } = useEnrollmentForms();
  const save = useExportAnswers();
  const { error } = save;
  const language = i18n.language.startsWith("de") ? "de" : "en";
  return (
    <Modal
      opened
      onClose={onClose}
      title={t("quizResults.exportTitle")}
      closeButtonProps={{ "aria-label": t("ui.close") }}
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          const enrollmentFormId = formId === null ? null : Number(formId);
          save.mutate({ id: quizId, type, enrollmentFormId, language }, { onSuccess: onClose });
        }}
      >
        <Stack gap={16}>
          <p className={styles.text}>{t("quizResults.exportText")}</p>
          <Select
            label={t("quizResults.exportType")}
            allowDeselect={false}
            value={type}
            data={QUESTION_TYPES.map((value) => ({ value, label: t(`quiz.type_${value}`) }))}
            onChange={(value) => value && setType(value as QuestionType)}
          />
          {forms && forms.length > 0 && (
            <Select
              label={t("quizResults.exportForm")}
              description={t("quizResults.exportFormHint")}
              placeholder={t("quizResults.exportNoForm")}
              clearable
              searchable
              limit={OFFERED_AT_ONCE}
              nothingFoundMessage={t("ui.noResults")}
              value={formId}
              data={forms.map(({ id, title }) => ({ value: String(id), label: title }))}
              onChange={setFormId}
            />
          )}
          {error && (
            <Alert color="red" role="alert">
              {"codes" in error ? error.message : t("platform.failed")}
            </Alert>
          )}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {t("ui.cancel")}
            </Button>
            <Button
              type="submit"
              loading={save.isPending}
              leftSection={<IconDownload size={18} stroke={1.5} aria-hidden />}
            >
              {t("quizResults.exportNow")}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
