/** Imports people from a CSV file: choose the file, assign its columns, check, confirm. */
import { Alert, Button, Group, Modal, Stack, Text } from "@mantine/core";
import { AppError } from "@parfocal/core/errors.ts";
import { IMPORT_MAX_ROWS } from "@parfocal/core/user-import/user-import.contract.ts";
import { IconFileSpreadsheet } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { FilesButton } from "#ui/FilesButton.tsx";
import { formatQuantity } from "#ui/quantity-text.ts";
import { ImportForm } from "./ImportForm.tsx";
import { ImportResult } from "./ImportResult.tsx";
import { FIRST_CHOICES, type ImportChoices } from "./import-choices.ts";
import { type FileProblem, guessColumns, listOf, type PeopleTable, readPeopleFile } from "./people-table.ts";
import { type ImportList, useImport } from "./user-import.api.ts";

export interface ImportPeopleDialogProps {
  /** Null: no group. */
  readonly group: { readonly id: number; readonly title: string } | null;
  /** Called after people were imported. */
  readonly onImported: () => void;
  readonly onClose: () => void;
}

export function ImportPeopleDialog({ group, onImported, onClose }: ImportPeopleDialogProps) {
  const { t, i18n } = useTranslation();
  const most = formatQuantity(IMPORT_MAX_ROWS, i18n.language);
  const [table, setTable] = useState<PeopleTable | null>(null);
  const [choices, setChoices] = useState<ImportChoices>(FIRST_CHOICES);
  const [problem, setProblem] = useState<FileProblem | "unreadable" | null>(null);
  const trial = useImport(group?.id ?? null, onImported);
  const final = useImport(group?.id ?? null, onImported);
  const title = group ? t("userImport.titleOfGroup", { title: group.title }) : t("userImport.title");
  const result = final.data ?? trial.data;

  async function handleFile(file: File) {
    trial.reset();
    setTable(null);
    const read = await readPeopleFile(file).catch(() => "unreadable" as const);
    if (typeof read === "string") return setProblem(read);
    setProblem(null);
    setTable(read);
    setChoices({ ...FIRST_CHOICES, createsAccounts: group === null, columns: guessColumns(read) });
  }

  return (
    <Modal opened onClose={onClose} size="lg" title={title} closeButtonProps={{ "aria-label": t("userImport.close") }}>
      <Stack>
        {!result && (
          <>
            <Text>{t("userImport.chooseText", { most })}</Text>
            <Group>
              <FilesButton
                accept=".csv,text/csv"
                variant={table ? "default" : "filled"}
                leftSection={<IconFileSpreadsheet size={18} stroke={1.5} aria-hidden />}
                onFiles={([file]) => void handleFile(file)}
              >
                {t(table ? "userImport.chooseOther" : "userImport.choose")}
              </FilesButton>
              {table && (
                <Text role="status">
                  {t("userImport.file", {
                    name: table.fileName,
                    count: table.rows.length - (table.hasHead ? 1 : 0),
                  })}
                </Text>
              )}
            </Group>
            <div role="alert">{problem && <Alert color="red">{t(`userImport.${problem}`, { most })}</Alert>}</div>
          </>
        )}
        {table && !result && (
          <ImportForm
            table={table}
            choices={choices}
            isInGroup={group !== null}
            isBusy={trial.isPending}
            onHead={(hasHead) => setTable({ ...table, hasHead })}
            onChange={setChoices}
            onSubmit={() => trial.mutate(bodyOf(table, choices, true))}
          />
        )}
        {table && result && (
          <ImportResult
            table={table}
            list={listOf(table, choices)}
            field={choices.field}
            rows={result.rows}
            isFinal={final.data !== undefined}
            isInGroup={group !== null}
            isBusy={final.isPending}
            onBack={trial.reset}
            onConfirm={() => final.mutate(bodyOf(table, choices, false))}
            onClose={onClose}
          />
        )}
        <Failure error={final.error ?? trial.error} />
        {!table && (
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {t("userImport.close")}
            </Button>
          </Group>
        )}
      </Stack>
    </Modal>
  );
}

function Failure({ error }: { readonly error: Error | null }) {
  const { t } = useTranslation();
  const text = error instanceof AppError ? error.message : t("platform.failed");
  return <div role="alert">{error && <Alert color="red">{text}</Alert>}</div>;
}

function bodyOf(table: PeopleTable, choices: ImportChoices, isTrial: boolean): ImportList {
  const { field, createsAccounts, updatesNames } = choices;
  const isByEmail = field === "email";
  return {
    field,
    ...listOf(table, choices),
    createsAccounts: isByEmail && createsAccounts,
    updatesNames: isByEmail && updatesNames,
    isTrial,
  };
}
