/**
 * Tables as CSV that spreadsheets open and that no cell of which they take for a formula.
 *
 * Source: RFC 4180 (comma, CRLF, quotes doubled); reliability rule D-11 (which beginnings of a cell, and of each line in
 * it, get an apostrophe), after OWASP, "CSV Injection".
 */
import { guardFormulas } from "./formula-guard.ts";

/** null: an empty cell. Numbers are written with a point, whatever the language. */
export type CsvCell = string | number | null;

const MUST_BE_QUOTED = /[",\r\n]|^\s|\s$/;
const LINE_END = "\r\n";
/** So that spreadsheets read the bytes as UTF-8. */
export const CSV_BYTE_ORDER_MARK = "\uFEFF";

/** A text that would be taken for a formula gets an apostrophe before it; numbers are numbers, also negative ones. */
function cellText(cell: CsvCell): string {
  if (cell === null) return "";
  if (typeof cell === "number") return Number.isFinite(cell) ? String(cell) : "";
  const safe = guardFormulas(cell);
  return MUST_BE_QUOTED.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** @returns without a byte order mark, each row ended by CR LF; nothing for no rows. */
export function csvText(rows: readonly (readonly CsvCell[])[]): string {
  return rows.map((row) => row.map(cellText).join(",") + LINE_END).join("");
}
