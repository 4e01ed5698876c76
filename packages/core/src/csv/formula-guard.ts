/**
 * Prevents spreadsheets from interpreting a text as a formula: adds an apostrophe before anything that could be one.
 *
 * Source: reliability rule D-11: a cell, and each line in it, whose first character after blanks is one of = + - @ tab
 * CR LF NUL | % or their full-width forms; plain numbers are left alone.
 */

/** Includes leading apostrophes: a text that already looks guarded gets one more, so that removing one restores it. */
const DANGEROUS = /^'*[ \u00a0\u200b-\u200d\u2060\ufeff]*[=+\-@\t\r\n\0|%＝＋－＠]/u;
const PLAIN_NUMBER = /^-?\d+([.,]\d+)?$/;
const LINE_BREAK = /(\r\n|\r|\n)/;

const isDangerous = (text: string): boolean => DANGEROUS.test(text) && !PLAIN_NUMBER.test(text);

/**
 * The first line is checked together with the rest of the cell: a cell that begins with a line break is dangerous
 * itself.
 */
function mapLines(cell: string, change: (line: string, seen: string) => string): string {
  return cell
    .split(LINE_BREAK)
    .map((line, index) => (index % 2 === 1 ? line : change(line, index === 0 ? cell : line)))
    .join("");
}

export function guardFormulas(cell: string): string {
  return mapLines(cell, (line, seen) => (isDangerous(seen) ? `'${line}` : line));
}

/** Inverse of `guardFormulas`; texts that it would not have changed stay as they are. */
export function unguardFormulas(cell: string): string {
  return mapLines(cell, (line, seen) => (seen.startsWith("'") && isDangerous(seen.slice(1)) ? line.slice(1) : line));
}
