/** Searches a book page by page while it remains usable: each page is read by the worker and searched quickly. */
import {
  type FindQuery,
  findInPage,
  type Hit,
  type PageText,
  readPageText,
} from "@parfocal/core/textbook-reader/find-in-pages.ts";
import type { Book } from "./book.ts";

/** Maximum number of highlighted hits; with more, the query is too short. */
const MAX_HITS = 10_000;
/** Maximum size of page texts cached for the next query, in UTF-16 units: about 45 MB. */
const MAX_KEPT_UNITS = 4_000_000;
/** Number of pages requested from the worker ahead, so that it reads the next one while this one is searched. */
const PAGES_AHEAD = 8;
/** Interval between two reports. */
const REPORT_MS = 250;

export interface FindReport {
  /** By page index; pages without hits are omitted. */
  readonly hits: ReadonlyMap<number, readonly Hit[]>;
  readonly readPages: number;
  readonly isDone: boolean;
  /** Whether the search stopped at `MAX_HITS`. */
  readonly isCut: boolean;
}

/** Cached texts of pages for the next query. */
export class PageTexts {
  readonly #book: Book;
  readonly #cached = new Map<number, PageText>();
  #units = 0;

  constructor(book: Book) {
    this.#book = book;
  }

  /** @returns an empty text for a damaged page. */
  async read(index: number): Promise<PageText> {
    const cached = this.#cached.get(index);
    if (cached) return cached;
    const items = await this.#book
      .page(index + 1)
      .then((page) => page.text())
      .catch(() => []);
    const text = readPageText(items);
    if (this.#units + text.text.length <= MAX_KEPT_UNITS) {
      this.#units += text.text.length;
      this.#cached.set(index, text);
    }
    return text;
  }
}

/**
 * @param fromIndex first page; the search continues to the end of the book and then from its start.
 * @param onReport called every 250 ms at most, and at the end; not after the signal was aborted.
 */
export async function findInBook(
  texts: PageTexts,
  {
    pageCount,
    query,
    fromIndex,
  }: { readonly pageCount: number; readonly query: FindQuery; readonly fromIndex: number },
  onReport: (report: FindReport) => void,
  signal: AbortSignal,
): Promise<void> {
  const hits = new Map<number, readonly Hit[]>();
  let count = 0;
  let readPages = 0;
  let reportedAt = performance.now();
  const ahead: Promise<PageText>[] = [];
  const indexOf = (read: number): number => (fromIndex + read) % pageCount;
  while (readPages < pageCount && count < MAX_HITS) {
    while (ahead.length < PAGES_AHEAD && readPages + ahead.length < pageCount)
      ahead.push(texts.read(indexOf(readPages + ahead.length)));
    const index = indexOf(readPages);
    const text = await ahead.shift();
    if (!text) break;
    if (signal.aborted) return;
    const found = findInPage(text, query, MAX_HITS - count);
    if (found.length > 0) hits.set(index, found);
    count += found.length;
    readPages += 1;
    if (performance.now() - reportedAt < REPORT_MS && !(count > 0 && count === found.length)) continue;
    reportedAt = performance.now();
    onReport({ hits: new Map(hits), readPages, isDone: false, isCut: false });
    // Cached texts are returned without waiting, but the page must still be painted.
    await new Promise((resolve) => setTimeout(resolve));
    if (signal.aborted) return;
  }
  onReport({ hits, readPages, isDone: true, isCut: count >= MAX_HITS });
}
