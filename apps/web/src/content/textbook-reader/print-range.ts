/** Parses which pages of a book to print. */

/** Maximum number of printed pages; more would exhaust the browser's memory. */
export const PRINT_MAX_PAGES = 100;

type PrintRange =
  | { readonly ok: true; readonly pages: readonly number[] }
  | { readonly ok: false; readonly problem: "unreadable" | "outside" | "tooMany" };

const PART = /^(\d{1,7})(?:\s*[-–]\s*(\d{1,7}))?$/;

/** @param text such as "1-5, 8". @returns page numbers from 1, ascending, without duplicates. */
export function parsePrintRange(text: string, pageCount: number): PrintRange {
  const pages = new Set<number>();
  for (const part of text.split(/[,;]/)) {
    const [, from, to] = PART.exec(part.trim()) ?? [];
    if (from === undefined) return { ok: false, problem: "unreadable" };
    const [first, last] = [Number(from), Number(to ?? from)];
    if (first < 1 || last < first || last > pageCount) return { ok: false, problem: "outside" };
    if (last - first >= PRINT_MAX_PAGES) return { ok: false, problem: "tooMany" };
    for (let page = first; page <= last; page += 1) pages.add(page);
  }
  if (pages.size > PRINT_MAX_PAGES) return { ok: false, problem: "tooMany" };
  return { ok: true, pages: [...pages].sort((one, other) => one - other) };
}
