/** A CSV file of people as a table, and the columns that identify them. */

import { DISPLAY_NAME_MAX_CHARACTERS } from "@parfocal/core/account/account.contract.ts";
import { EMAIL_PATTERN } from "@parfocal/core/account/email-pattern.ts";
import { findSeparator, readCsv } from "@parfocal/core/csv/read-csv.ts";
import { LOGIN_MAX_CHARACTERS } from "@parfocal/core/session/session.contract.ts";
import {
  IMPORT_FILE_MAX_BYTES,
  IMPORT_MAX_ROWS,
  type ImportField,
} from "@parfocal/core/user-import/user-import.contract.ts";
import { type CsvEncoding, decodeCsv } from "./decode-csv.ts";

export interface PeopleTable {
  readonly fileName: string;
  readonly encoding: CsvEncoding;
  /** All rows of the file, including the first; each has the length of the longest of the first rows. */
  readonly rows: readonly (readonly string[])[];
  /** Whether the first row appears to contain column names. */
  readonly hasHead: boolean;
  readonly columnCount: number;
}

export type FileProblem = "notCsv" | "tooLarge" | "tooManyRows" | "empty";

/** Maximum number of columns offered. */
const COLUMNS_MAX = 100;
const IS_CSV = /\.csv$/i;

/** @returns the error of the file, if it cannot be used. */
export async function readPeopleFile(file: File): Promise<PeopleTable | FileProblem> {
  if (!IS_CSV.test(file.name)) return "notCsv";
  if (file.size > IMPORT_FILE_MAX_BYTES) return "tooLarge";
  const { text, encoding } = decodeCsv(new Uint8Array(await file.arrayBuffer()));
  // One row more than may be imported, and one for the column names.
  const rows = readCsv(text, findSeparator(text), { maxRows: IMPORT_MAX_ROWS + 2 })
    .map((row) => row.slice(0, COLUMNS_MAX))
    .filter((row) => row.some((cell) => cell.trim() !== ""));
  const [first = []] = rows;
  const hasHead = !first.some((cell) => EMAIL_PATTERN.test(cell.trim())) && rows.length > 1;
  if (rows.length === 0) return "empty";
  if (rows.length - (hasHead ? 1 : 0) > IMPORT_MAX_ROWS) return "tooManyRows";
  const columnCount = rows.reduce((most, row) => Math.max(most, row.length), 0);
  return { fileName: file.name, encoding, rows, hasHead, columnCount };
}

export interface Columns {
  readonly email: number | null;
  readonly userName: number | null;
  readonly name: number | null;
  /** Column of the last name, appended to the name; null: the name is in one column. */
  readonly lastName: number | null;
}

const EMAIL_HEAD = /e-?mail/i;
const USER_NAME_HEAD = /(?:user|login)[ _-]?name|^\s*(?:login|user)\s*$|benutzername/i;
const FULL_NAME_HEAD = /^\s*(?:(?:full|display)[ _-]?name|name)\s*$/i;
const FIRST_NAME_HEAD = /(?:first|given|fore)[ _-]?name|vorname/i;
const LAST_NAME_HEAD = /(?:last|family|sur)[ _-]?name|nachname|familienname/i;
/** Number of rows searched for email addresses. */
const LOOKED_AT_ROWS = 50;

/** The columns that most likely contain email address, user name and name. */
export function guessColumns({ rows, hasHead, columnCount }: PeopleTable): Columns {
  const [head = []] = rows;
  const find = (pattern: RegExp) => (hasHead ? nullUnlessFound(head.findIndex((title) => pattern.test(title))) : null);
  const fullName = find(FULL_NAME_HEAD);
  const firstName = find(FIRST_NAME_HEAD);
  return {
    email: find(EMAIL_HEAD) ?? columnOfAddresses(rows.slice(0, LOOKED_AT_ROWS), columnCount),
    userName: find(USER_NAME_HEAD),
    name: fullName ?? firstName,
    lastName: fullName === null && firstName !== null ? find(LAST_NAME_HEAD) : null,
  };
}

const nullUnlessFound = (index: number) => (index < 0 ? null : index);

function columnOfAddresses(rows: PeopleTable["rows"], columnCount: number): number | null {
  const counts = Array.from(
    { length: columnCount },
    (_, column) => rows.filter((row) => EMAIL_PATTERN.test(row[column]?.trim() ?? "")).length,
  );
  const most = Math.max(0, ...counts);
  return most === 0 ? null : counts.indexOf(most);
}

export interface PeopleList {
  readonly values: string[];
  /** One for each value; empty if no column contains names. */
  readonly names: string[];
}

/**
 * Converts the table to a request; a value that no account can have is left empty, which the server reports as invalid.
 */
export function listOf(
  { rows, hasHead }: PeopleTable,
  { field, columns }: { readonly field: ImportField; readonly columns: Columns },
): PeopleList {
  const people = hasHead ? rows.slice(1) : rows;
  const names = people.map((row) =>
    [columns.name, columns.lastName]
      .map((column) => cellOf(row, column))
      .filter((part) => part !== "")
      .join(" ")
      .slice(0, DISPLAY_NAME_MAX_CHARACTERS)
      .toWellFormed(),
  );
  const values = field === "name" ? names : people.map((row) => cellOf(row, columns[field]));
  return {
    values: values.map((value) => (value.length > LOGIN_MAX_CHARACTERS ? "" : value)),
    names: field !== "email" || columns.name === null ? [] : names,
  };
}

/** On one line, without control characters. */
const cellOf = (row: readonly string[], column: number | null): string =>
  column === null
    ? ""
    : (row[column] ?? "")
        .replace(/\p{Cc}+/gu, " ")
        .trim()
        .toWellFormed();
