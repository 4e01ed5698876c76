/**
 * Reads CSV as it comes from spreadsheets and from ourselves.
 *
 * Source: RFC 4180; lines may also end in LF or CR alone, and the separator may be a semicolon or a tab, as spreadsheets
 * write it in some languages.
 */
import { unguardFormulas } from "./formula-guard.ts";

const BYTE_ORDER_MARK = /^\uFEFF/;
const SEPARATORS = [",", ";", "\t"] as const;
export type CsvSeparator = (typeof SEPARATORS)[number];

/** The one that the first line, a head of plain names, has most of. */
export function findSeparator(text: string): CsvSeparator {
  const line = /^[^\r\n]*/.exec(text)?.[0] ?? "";
  const counts = SEPARATORS.map((separator) => line.split(separator).length);
  return SEPARATORS[counts.indexOf(Math.max(...counts))] ?? ",";
}

/** Cells as written, with the apostrophes that keep them from being formulas. Lines that hold nothing are left out. */
export function readCsvAsItStands(source: string, separator: CsvSeparator = ","): string[][] {
  const text = source.replace(BYTE_ORDER_MARK, "");
  const token = new RegExp(`"((?:[^"]|"")*)(?:"|$)|([^${separator}\r\n"]+)|(${separator})|(\r\n|\r|\n)|"`, "gu");
  const rows: string[][] = [];
  let [row, cell, isBegun] = [[] as string[], "", false];
  const endRow = () => {
    if (isBegun || row.length > 0) rows.push([...row, cell]);
    [row, cell, isBegun] = [[], "", false];
  };
  for (const [, quoted, plain, isNext, isEnd] of text.matchAll(token)) {
    if (isEnd !== undefined) endRow();
    else if (isNext !== undefined) {
      row.push(cell);
      cell = "";
    } else {
      cell += quoted?.replaceAll('""', '"') ?? plain ?? "";
      isBegun = true;
    }
  }
  endRow();
  return rows;
}

/** Cells as they were meant: without those apostrophes. */
export function readCsv(text: string, separator: CsvSeparator = ","): string[][] {
  return readCsvAsItStands(text, separator).map((row) => row.map(unguardFormulas));
}
