/**
 * Tables as CSV for spreadsheets; no cell is interpreted as a formula.
 *
 * Source: RFC 4180 (comma, CRLF, quotes doubled); reliability rule D-11 (the cells, and lines within cells, that get an
 * apostrophe), after OWASP, "CSV Injection".
 */
import { guardFormulas } from "./formula-guard.ts";

/** Null: an empty cell. Numbers have a decimal point in every language. */
export type CsvCell = string | number | null;

const MUST_BE_QUOTED = /[",\r\n]|^\s|\s$/;
const LINE_END = "\r\n";
/** Makes spreadsheets read the bytes as UTF-8. */
export const CSV_BYTE_ORDER_MARK = "\uFEFF";

/** A text that could be a formula gets a leading apostrophe; numbers, negative ones included, do not. */
function cellText(cell: CsvCell): string {
  if (cell === null) return "";
  if (typeof cell === "number") return Number.isFinite(cell) ? String(cell) : "";
  const safe = guardFormulas(cell);
  return MUST_BE_QUOTED.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** @returns text without a byte order mark; each row ends with CR LF; empty if there are no rows. */
export function csvText(rows: readonly (readonly CsvCell[])[]): string {
  return rows.map((row) => row.map(cellText).join(",") + LINE_END).join("");
}
