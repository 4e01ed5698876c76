/**
 * Keeps spreadsheets from taking a text for a formula: an apostrophe before whatever could be one.
 *
 * Source: reliability rule D-11: a cell, and each line in it, whose first character after blanks is one of = + - @ tab CR
 * LF NUL | % or their full-width forms; plain numbers are left alone.
 */

/** Apostrophes too: of a text that looks guarded already one more is put before, so that taking one off gives it back. */
const DANGEROUS = /^'*[ \u00a0\u200b-\u200d\u2060\ufeff]*[=+\-@\t\r\n\0|%＝＋－＠]/u;
const PLAIN_NUMBER = /^-?\d+([.,]\d+)?$/;
const LINE_BREAK = /(\r\n|\r|\n)/;

const isDangerous = (text: string): boolean => DANGEROUS.test(text) && !PLAIN_NUMBER.test(text);

/** The first line is looked at with all that follows it: a cell that begins with a line break is dangerous itself. */
function mapLines(cell: string, change: (line: string, seen: string) => string): string {
  return cell
    .split(LINE_BREAK)
    .map((line, index) => (index % 2 === 1 ? line : change(line, index === 0 ? cell : line)))
    .join("");
}

export function guardFormulas(cell: string): string {
  return mapLines(cell, (line, seen) => (isDangerous(seen) ? `'${line}` : line));
}

/** Takes off what `guardFormulas` put before; a text that it would have left alone stays. */
export function unguardFormulas(cell: string): string {
  return mapLines(cell, (line, seen) => (seen.startsWith("'") && isDangerous(seen.slice(1)) ? line.slice(1) : line));
}
