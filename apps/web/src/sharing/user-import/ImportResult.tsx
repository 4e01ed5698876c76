/** The result of an import or of its preview: one line per row, filtered by outcome, as CSV. */
import { Alert, Button, Group, Select, Stack, Table, Text } from "@mantine/core";
import { CSV_BYTE_ORDER_MARK, csvText } from "@parfocal/core/csv/csv-text.ts";
import type { ImportedRow, ImportField } from "@parfocal/core/user-import/user-import.contract.ts";
import { IconDownload } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { saveTextFile } from "#ui/save-file.ts";
import type { PeopleList, PeopleTable } from "./people-table.ts";
import styles from "./UserImport.module.css";

const ROWS_AT_ONCE = 50;
const FILE_NAME = "import-result.csv";

interface ImportResultProps {
  readonly table: PeopleTable;
  readonly list: PeopleList;
  readonly field: ImportField;
  readonly rows: readonly ImportedRow[];
  /** Whether the import has been carried out; false: only checked. */
  readonly isFinal: boolean;
  readonly isInGroup: boolean;
  readonly isBusy: boolean;
  readonly onBack: () => void;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
}

export function ImportResult(props: ImportResultProps) {
  const { table, list, rows, isFinal, isInGroup, isBusy, onBack, onConfirm, onClose } = props;
  const { t } = useTranslation();
  const textOf = useOutcomeText(props);
  const lines = rows.map((row, index) => ({
    number: index + (table.hasHead ? 2 : 1),
    person: row.name || list.values[index] || table.rows[index + (table.hasHead ? 1 : 0)]?.join(" ") || "",
    value: list.values[index] ?? "",
    text: textOf(row),
  }));
  const changed = rows.filter(
    ({ outcome, isRenamed }) => outcome === "created" || (isInGroup && outcome === "found") || isRenamed,
  ).length;
  const isNothing = changed === 0;
  function handleSave() {
    const [first = []] = table.rows;
    const head = table.hasHead ? first : first.map((_, column) => t("userImport.column", { number: column + 1 }));
    const people = table.hasHead ? table.rows.slice(1) : table.rows;
    const width = table.columnCount;
    const wide = (cells: readonly string[]) => Array.from({ length: width }, (_, column) => cells[column] ?? "");
    const text = csvText([
      [...wide(head), t("userImport.result"), t("userImport.savedName")],
      ...people.map((cells, index) => [
        ...wide(cells),
        lines[index]?.text ?? "",
        rows[index]?.userId === null ? "" : (rows[index]?.name ?? ""),
      ]),
    ]);
    saveTextFile({ name: FILE_NAME, text: CSV_BYTE_ORDER_MARK + text, type: "text/csv" });
  }
  return (
    <Stack>
      <div role="status">{!isFinal && isNothing && <Alert color="gray">{t("userImport.nothingToDo")}</Alert>}</div>
      <ResultLines lines={lines} />
      {/* Beside the pressed button, because the start of a long list is not visible then. */}
      <div role="status">
        {isFinal && (
          <Alert color="teal">{t(isNothing ? "userImport.doneNothing" : "userImport.done", { count: changed })}</Alert>
        )}
      </div>
      <Group justify="flex-end">
        <Button
          variant="default"
          leftSection={<IconDownload size={18} stroke={1.5} aria-hidden />}
          onClick={handleSave}
        >
          {t("userImport.save")}
        </Button>
        {!isFinal && (
          <Button variant="default" onClick={onBack} disabled={isBusy}>
            {t("userImport.back")}
          </Button>
        )}
        {isFinal || isNothing ? (
          <Button data-autofocus onClick={onClose}>
            {t("userImport.close")}
          </Button>
        ) : (
          <Button data-autofocus onClick={onConfirm} loading={isBusy}>
            {t("userImport.add", { count: changed })}
          </Button>
        )}
      </Group>
    </Stack>
  );
}

/** Text of a row's outcome. */
function useOutcomeText({ field, isFinal, isInGroup }: Pick<ImportResultProps, "field" | "isFinal" | "isInGroup">) {
  const { t } = useTranslation();
  return ({ outcome, isRenamed }: ImportedRow): string => {
    const text = t(`userImport.${keyOf(outcome)}`);
    return isRenamed ? t("userImport.renamed", { outcome: text }) : text;
  };

  function keyOf(outcome: ImportedRow["outcome"]) {
    if (outcome === "found" && !isInGroup) return "trial_known";
    if (outcome === "invalid" && field !== "email")
      return field === "name" ? "trial_invalidName" : "trial_invalidUserName";
    return isFinal && (outcome === "found" || outcome === "created")
      ? (`final_${outcome}` as const)
      : (`trial_${outcome}` as const);
  }
}

interface Line {
  /** Number of the file's row, from 1. */
  readonly number: number;
  readonly person: string;
  readonly value: string;
  readonly text: string;
}

function ResultLines({ lines }: { readonly lines: readonly Line[] }) {
  const { t } = useTranslation();
  const [shownText, setShownText] = useState("");
  const [most, setMost] = useState(ROWS_AT_ONCE);
  const counts = new Map<string, number>();
  for (const { text } of lines) counts.set(text, (counts.get(text) ?? 0) + 1);
  const shown = lines.filter(({ text }) => shownText === "" || text === shownText);
  const left = shown.length - most;
  return (
    <>
      <Select
        label={t("userImport.show")}
        allowDeselect={false}
        data={[
          { value: "", label: t("userImport.all", { count: lines.length }) },
          ...[...counts].map(([text, count]) => ({
            value: text,
            label: t("userImport.outcomeCount", { outcome: text, count }),
          })),
        ]}
        value={shownText}
        onChange={(text) => {
          setShownText(text ?? "");
          setMost(ROWS_AT_ONCE);
        }}
      />
      <Table fz="sm" className={styles.lines}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t("userImport.row")}</Table.Th>
            <Table.Th>{t("userImport.person")}</Table.Th>
            <Table.Th>{t("userImport.result")}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {shown.slice(0, most).map(({ number, person, value, text }) => (
            <Table.Tr key={number}>
              <Table.Td>{number}</Table.Td>
              <Table.Td className={styles.person}>
                {person}
                {value !== person && (
                  <Text size="sm" c="dimmed">
                    {value}
                  </Text>
                )}
              </Table.Td>
              <Table.Td>{text}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      {left > 0 && (
        <Button variant="default" onClick={() => setMost(most + ROWS_AT_ONCE)}>
          {t("userImport.showMore", { count: Math.min(ROWS_AT_ONCE, left) })}
        </Button>
      )}
    </>
  );
}
