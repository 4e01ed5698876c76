/**
 * Reads CSV from spreadsheets and from Parfocal's own exports.
 *
 * Source: RFC 4180; lines may also end in LF or CR alone, and the separator may be a semicolon, a tab or a vertical
 * bar, as spreadsheets and databases write it.
 */
import { unguardFormulas } from "./formula-guard.ts";

const BYTE_ORDER_MARK = /^\uFEFF/;
const SEPARATORS = [",", ";", "\t", "|"] as const;
type CsvSeparator = (typeof SEPARATORS)[number];
const PATTERNS: Readonly<Record<CsvSeparator, string>> = { ",": ",", ";": ";", "\t": "\\t", "|": "\\|" };

/** The separator that is most frequent in the first line, outside of quotes. */
export function findSeparator(text: string): CsvSeparator {
  const line = /^(?:"[^"]*"?|[^\r\n"])*/.exec(text)?.[0].replace(/"[^"]*"?/g, "") ?? "";
  const counts = SEPARATORS.map((separator) => line.split(separator).length);
  return SEPARATORS[counts.indexOf(Math.max(...counts))] ?? ",";
}

interface ReadingLimits {
  /** Maximum number of rows to read; the rest of the text is ignored. */
  readonly maxRows?: number;
}

/** Cells as written, including the apostrophes that guard against formulas. Empty lines are omitted. */
export function readRawCsv(
  source: string,
  separator: CsvSeparator = ",",
  { maxRows = Number.POSITIVE_INFINITY }: ReadingLimits = {},
): string[][] {
  const text = source.replace(BYTE_ORDER_MARK, "");
  const single = PATTERNS[separator];
  const token = new RegExp(`"([^"]*(?:""[^"]*)*)(?:"|$)|([^${single}\r\n"]+)|(${single})|(\r\n|\r|\n)|"`, "gu");
  const rows: string[][] = [];
  let [row, cell, isStarted] = [[] as string[], "", false];
  const endRow = () => {
    if (isStarted || row.length > 0) rows.push([...row, cell]);
    [row, cell, isStarted] = [[], "", false];
  };
  for (const [, quoted, plain, isNext, isEnd] of text.matchAll(token)) {
    if (isEnd !== undefined) {
      endRow();
      if (rows.length >= maxRows) return rows;
    } else if (isNext !== undefined) {
      row.push(cell);
      cell = "";
    } else {
      cell += quoted?.replaceAll('""', '"') ?? plain ?? "";
      isStarted = true;
    }
  }
  endRow();
  return rows;
}

/** Cells without those apostrophes. */
export function readCsv(text: string, separator: CsvSeparator = ",", limits: ReadingLimits = {}): string[][] {
  return readRawCsv(text, separator, limits).map((row) => row.map(unguardFormulas));
}
