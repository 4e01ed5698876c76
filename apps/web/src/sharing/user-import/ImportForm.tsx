/** Assigns the columns of a file, and decides about people without an account. */
import { Button, Group, Select, Stack, Switch, Table, Text } from "@mantine/core";
import { IMPORT_FIELDS, type ImportField } from "@parfocal/core/user-import/user-import.contract.ts";
import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { useSession } from "#platform/session.tsx";
import type { ImportChoices } from "./import-choices.ts";
import type { Columns, PeopleTable } from "./people-table.ts";
import styles from "./UserImport.module.css";

const PREVIEW_ROWS = 3;
const PREVIEW_COLUMNS = 8;

interface ImportFormProps {
  readonly table: PeopleTable;
  readonly choices: ImportChoices;
  readonly isInGroup: boolean;
  readonly isBusy: boolean;
  readonly onHead: (hasHead: boolean) => void;
  readonly onChange: (choices: ImportChoices) => void;
  readonly onSubmit: () => void;
}

export function ImportForm({ table, choices, isInGroup, isBusy, onHead, onChange, onSubmit }: ImportFormProps) {
  const { t } = useTranslation();
  const { can } = useSession();
  const [isTried, setTried] = useState(false);
  const { field, columns, createsAccounts, updatesNames } = choices;
  const isByEmail = field === "email";
  const mayChangeAccounts = can("managePeople") && isByEmail;
  const change = (changes: Partial<ImportChoices>) => onChange({ ...choices, ...changes });

  function handleSubmit(event: FormEvent) {
    event.preventDefault();
    setTried(true);
    if (columns[field] !== null && !isBusy) onSubmit();
  }
  const columnField = (name: keyof Columns, hint?: string) => (
    <ColumnSelect
      label={t(`userImport.${name}Column`)}
      description={hint}
      isNeeded={name === field}
      isMissing={isTried && name === field && columns[name] === null}
      names={columnNames(table, (number) => t("userImport.column", { number }))}
      value={columns[name]}
      onChange={(column) => change({ columns: { ...columns, [name]: column } })}
    />
  );
  return (
    <form noValidate onSubmit={handleSubmit}>
      <Stack>
        <Preview table={table} />
        <Switch
          label={t("userImport.hasHead")}
          checked={table.hasHead}
          onChange={(event) => onHead(event.currentTarget.checked)}
        />
        {isInGroup && (
          <Select
            label={t("userImport.findBy")}
            allowDeselect={false}
            data={IMPORT_FIELDS.map((value) => ({ value, label: t(`userImport.field_${value}`) }))}
            value={field}
            onChange={(value) => change({ field: (value ?? "email") as ImportField })}
          />
        )}
        {isByEmail && columnField("email")}
        {field === "userName" && columnField("userName")}
        {(mayChangeAccounts || field === "name") && (
          <div className={styles.names}>
            {columnField("name")}
            {columnField("lastName", t("userImport.lastNameHint"))}
          </div>
        )}
        {mayChangeAccounts && (
          <>
            <Switch
              label={t("userImport.createsAccounts")}
              description={t("userImport.createsAccountsHint")}
              checked={createsAccounts}
              onChange={(event) => change({ createsAccounts: event.currentTarget.checked })}
            />
            <Switch
              label={t("userImport.updatesNames")}
              disabled={columns.name === null}
              checked={updatesNames && columns.name !== null}
              onChange={(event) => change({ updatesNames: event.currentTarget.checked })}
            />
          </>
        )}
        <Group justify="flex-end">
          <Button type="submit" loading={isBusy}>
            {t("userImport.check")}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

/** From the first row; numbered if it has no names. */
const columnNames = ({ rows, hasHead, columnCount }: PeopleTable, numbered: (number: number) => string): string[] =>
  Array.from({ length: columnCount }, (_, column) => (hasHead && rows[0]?.[column]?.trim()) || numbered(column + 1));

interface ColumnSelectProps {
  readonly label: string;
  readonly description: string | undefined;
  readonly isNeeded: boolean;
  readonly isMissing: boolean;
  readonly names: readonly string[];
  readonly value: number | null;
  readonly onChange: (column: number | null) => void;
}

function ColumnSelect({ label, description, isNeeded, isMissing, names, value, onChange }: ColumnSelectProps) {
  const { t } = useTranslation();
  return (
    <Select
      label={label}
      description={description}
      withAsterisk={isNeeded}
      clearable={!isNeeded}
      allowDeselect={!isNeeded}
      placeholder={t("userImport.noColumn")}
      error={isMissing && t("userImport.columnMissing")}
      data={names.map((name, column) => ({ value: String(column), label: name }))}
      value={value === null ? null : String(value)}
      onChange={(column) => onChange(column === null ? null : Number(column))}
    />
  );
}

function Preview({ table: { rows, hasHead, columnCount } }: { readonly table: PeopleTable }) {
  const { t } = useTranslation();
  const shown = rows.slice(0, PREVIEW_ROWS + (hasHead ? 1 : 0));
  const columns = Array.from({ length: Math.min(columnCount, PREVIEW_COLUMNS) }, (_, column) => column);
  const [head, ...body] = hasHead ? shown : [undefined, ...shown];
  return (
    <div>
      <Text fw={600} id="import-preview">
        {t("userImport.preview")}
      </Text>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a part that scrolls is reached by the keyboard */}
      <section className={styles.preview} aria-labelledby="import-preview" tabIndex={0}>
        <Table fz="sm">
          {head && (
            <Table.Thead>
              <Table.Tr>
                {columns.map((column) => (
                  <Table.Th key={column}>{head[column]}</Table.Th>
                ))}
              </Table.Tr>
            </Table.Thead>
          )}
          <Table.Tbody>
            {body.map((row, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the rows of a file have their order alone
              <Table.Tr key={index}>
                {columns.map((column) => (
                  <Table.Td key={column}>{row?.[column]}</Table.Td>
                ))}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </section>
    </div>
  );
}
