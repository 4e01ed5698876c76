/** Imports the questions of a file or pasted text; they are listed before anything is written. */
import { Alert, Button, Group, Loader, Modal, NativeSelect, Stack, Textarea } from "@mantine/core";
import { IMPORT_FORMATS, type ImportFormat } from "@parfocal/core/question-import/import-formats.ts";
import { IMPORT_MAX_CHARACTERS, IMPORT_PACKAGE_MAX_BYTES } from "@parfocal/core/question-import/import-limits.ts";
import { IconUpload } from "@tabler/icons-react";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { FileDrop } from "#media/FileDrop.tsx";
import { newIdempotencyKey } from "#platform/idempotency-key.ts";
import { messageIfInvalid } from "#platform/invalid-input.ts";
import { FilesButton } from "#ui/FilesButton.tsx";
import { decodeQuestionFile, isPackage, toBase64 } from "./decode-question-file.ts";
import { ImportedRows } from "./ImportedRows.tsx";
import styles from "./QuestionImport.module.css";
import { type ImportContents, type ImportSource, useImportQuestions, useImportTrial } from "./question-import.api.ts";

interface ImportQuestionsDialogProps {
  /** The quiz, or one of its slides or cases. */
  readonly parentId: number;
  /** @param mediaIds IDs of the questions' images in the media library. */
  readonly onImported: (questionIds: readonly number[], mediaIds: readonly number[]) => void;
  readonly onClose: () => void;
}

/** Pasted text is parsed when nothing was typed for this long. */
const TYPED_MS = 400;
/** Each character has up to 3 bytes, or 2 of UTF-16. */
const FILE_MAX_BYTES = 3 * IMPORT_MAX_CHARACTERS;
const ACCEPT = ".txt,.gift,.xml,.zip,text/plain,text/xml,application/xml,application/zip";

export function ImportQuestionsDialog({ parentId, onImported, onClose }: ImportQuestionsDialogProps) {
  const { t } = useTranslation();
  const source = useImportSource();
  const [format, setFormat] = useState<ImportFormat | null>(null);
  const trial = useImportTrial(parentId, format, source.chosen);
  const { mutateAsync: send, isPending } = useImportQuestions();
  const [failure, setFailure] = useState<string | null>(null);
  const key = useRef(newIdempotencyKey());
  const count = trial.data?.rows.filter(({ problem }) => problem === null).length ?? 0;
  const problem =
    failure ?? source.failure ?? (trial.error && messageIfInvalid(trial.error, t("questionImport.readFailed")));
  async function handleAdd(): Promise<void> {
    if (!source.chosen) return;
    setFailure(null);
    try {
      const input = { parentId, format: trial.data?.format ?? format, contents: source.chosen.contents };
      const { questionIds, mediaIds } = await send({ ...input, idempotencyKey: key.current });
      onImported(questionIds, mediaIds);
      onClose();
    } catch (error) {
      // Sent again with the same key, the import is carried out once.
      setFailure(messageIfInvalid(error, t("questionImport.failed")));
    }
  }
  return (
    <Modal
      opened
      onClose={onClose}
      title={t("questionImport.title")}
      size="xl"
      closeOnClickOutside={false}
      closeButtonProps={{ "aria-label": t("ui.close") }}
    >
      <FileDrop label={t("questionImport.drop")} onFiles={source.takeFiles}>
        <Stack>
          <SourceFields source={source} format={format} onFormat={setFormat} />
          <div role="status">
            {trial.isFetching && <Loader size="sm" aria-label={t("questionImport.reading")} />}
            {trial.data && <TrialSummary trial={trial.data} />}
          </div>
          {trial.data && <ImportedRows rows={trial.data.rows} />}
          <div role="alert">{problem !== null && <Alert color="red">{problem}</Alert>}</div>
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {t("ui.cancel")}
            </Button>
            <Button loading={isPending} disabled={count === 0 || trial.isFetching} onClick={() => void handleAdd()}>
              {count === 0 ? t("questionImport.addNone") : t("questionImport.add", { count })}
            </Button>
          </Group>
        </Stack>
      </FileDrop>
    </Modal>
  );
}

interface ImportForm {
  readonly typed: string;
  /** Null: no file was chosen. */
  readonly fileName: string | null;
  /** Null: nothing to parse yet. */
  readonly chosen: ImportSource | null;
  readonly failure: string | null;
  readonly type: (text: string) => void;
  readonly takeFiles: (files: readonly File[]) => void;
  readonly clear: () => void;
}

/** Typed or pasted text, or a file instead. */
function useImportSource(): ImportForm {
  const { t } = useTranslation();
  const [typed, setTyped] = useState("");
  const [fileName, setFileName] = useState<string | null>(null);
  const [chosen, setChosen] = useState<ImportSource | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const version = useRef(0);
  const choose = (contents: ImportContents | null) => {
    version.current += 1;
    setChosen(contents && { contents, version: version.current });
  };
  const chooseText = (text: string) => choose(text.trim() === "" ? null : { text });
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  async function readFile(file: File): Promise<void> {
    clearTimeout(timer.current);
    version.current += 1;
    const reading = version.current;
    setChosen(null);
    setFileName(file.name);
    if (file.size > FILE_MAX_BYTES) return setFailure(t("questionImport.tooLarge"));
    const bytes = new Uint8Array(await file.arrayBuffer());
    if (version.current !== reading) return;
    if (isPackage(bytes)) {
      if (bytes.length > IMPORT_PACKAGE_MAX_BYTES) return setFailure(t("questionImport.packageTooLarge"));
      setFailure(null);
      return choose({ package: toBase64(bytes) });
    }
    const text = decodeQuestionFile(bytes);
    if (text === null) setFailure(t("questionImport.notText"));
    else if (text.trim() === "") setFailure(t("questionImport.empty"));
    else if (text.length > IMPORT_MAX_CHARACTERS) setFailure(t("questionImport.tooLarge"));
    else chooseText(text);
  }
  return {
    typed,
    fileName,
    chosen,
    failure,
    type(text) {
      setTyped(text);
      setFailure(null);
      clearTimeout(timer.current);
      timer.current = setTimeout(() => chooseText(text), TYPED_MS);
    },
    takeFiles([file, ...more]) {
      setFailure(more.length > 0 ? t("questionImport.oneFile") : null);
      if (file && more.length === 0) void readFile(file).catch(() => setFailure(t("questionImport.notText")));
    },
    clear() {
      setFileName(null);
      setFailure(null);
      chooseText(typed);
    },
  };
}

interface SourceFieldsProps {
  readonly source: ImportForm;
  readonly format: ImportFormat | null;
  readonly onFormat: (format: ImportFormat | null) => void;
}

function SourceFields({ source, format, onFormat }: SourceFieldsProps) {
  const { t } = useTranslation();
  return (
    <>
      <div className={styles.choice}>
        <FilesButton
          accept={ACCEPT}
          variant="default"
          leftSection={<IconUpload size={18} stroke={1.5} aria-hidden />}
          onFiles={source.takeFiles}
        >
          {t("questionImport.choose")}
        </FilesButton>
        <NativeSelect
          label={t("questionImport.format")}
          value={format ?? ""}
          onChange={({ currentTarget }) => onFormat(IMPORT_FORMATS.find((one) => one === currentTarget.value) ?? null)}
          data={[
            { value: "", label: t("questionImport.automatic") },
            ...IMPORT_FORMATS.map((one) => ({ value: one, label: t(`questionImport.format_${one}`) })),
          ]}
        />
      </div>
      {source.fileName === null ? (
        <Textarea
          label={t("questionImport.text")}
          description={t("questionImport.textHint")}
          rows={7}
          resize="vertical"
          maxLength={IMPORT_MAX_CHARACTERS}
          value={source.typed}
          onChange={(event) => source.type(event.currentTarget.value)}
        />
      ) : (
        <Group>
          <p className={styles.file}>{source.fileName}</p>
          <Button variant="subtle" onClick={source.clear}>
            {t("questionImport.removeFile")}
          </Button>
        </Group>
      )}
    </>
  );
}

function TrialSummary({ trial }: { readonly trial: NonNullable<ReturnType<typeof useImportTrial>["data"]> }) {
  const { t } = useTranslation();
  const { rows, format, categories } = trial;
  const added = rows.filter(({ problem }) => problem === null).length;
  return (
    <>
      <p className={styles.file}>
        {t("questionImport.summary", { added, count: rows.length, format: t(`questionImport.format_${format}`) })}
      </p>
      {categories.length > 0 && (
        <p className={styles.file}>{t("questionImport.categories", { count: categories.length })}</p>
      )}
    </>
  );
}
