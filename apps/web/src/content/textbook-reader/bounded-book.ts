/**
 * A book whose file may hang its worker. If an operation exceeds its time limit, the worker is terminated and the book
 * reopened, so that other pages remain usable. The page is not read again until the user requests it.
 */
import type { TextItem } from "@parfocal/core/textbook-reader/find-in-pages.ts";
import { type Book, BookRestarted, type LaidText, type PageLink, type PageSource, PageStalled } from "./book.ts";

/** Counted while the document is visible, because browsers draw nothing in the background. */
export const PAGE_LIMIT_MS = 30_000;
const TICK_MS = 1_000;

export class BoundedBook implements Book {
  readonly pageCount: number;
  readonly firstSize;
  readonly #reopen: () => Promise<Book>;
  readonly #stalled = new Set<number>();
  /** Null: it could not be reopened. */
  #current: Promise<Book> | null;
  /** Aborted when the worker is terminated. */
  #workerEnd = new AbortController();

  /** @param reopen opens the same file in a new worker. */
  constructor(first: Book, reopen: () => Promise<Book>) {
    this.pageCount = first.pageCount;
    this.firstSize = first.firstSize;
    this.#current = Promise.resolve(first);
    this.#reopen = reopen;
  }

  async page(pageNumber: number): Promise<PageSource> {
    if (this.#stalled.has(pageNumber)) throw new PageStalled();
    const run = <Result>(work: (source: PageSource) => Promise<Result>): Promise<Result> =>
      this.#run(pageNumber, async (book) => work(await book.page(pageNumber)));
    return boundedPage(await run(async (source) => source), run);
  }

  outline() {
    return this.#run(null, (book) => book.outline());
  }

  resolve(target: Parameters<Book["resolve"]>[0]) {
    return this.#run(null, (book) => book.resolve(target));
  }

  tryAgain(pageNumber: number): void {
    this.#stalled.delete(pageNumber);
  }

  close(): void {
    void this.#current?.then((book) => book.close()).catch(() => undefined);
  }

  #open(): Promise<Book> {
    this.#current ??= this.#reopen().catch((error: unknown) => {
      this.#current = null;
      throw error;
    });
    return this.#current;
  }

  /**
   * @param pageNumber null: for the whole book. @throws PageStalled, or BookRestarted if another operation terminated
   *   the worker.
   */
  async #run<Result>(pageNumber: number | null, work: (book: Book) => Promise<Result>): Promise<Result> {
    const { signal } = this.#workerEnd;
    const { promise: ended, reject } = Promise.withResolvers<never>();
    const end = (): void => reject(new BookRestarted());
    signal.addEventListener("abort", end);
    const stopClock = startClock(() => {
      if (pageNumber !== null) this.#stalled.add(pageNumber);
      reject(new PageStalled());
      this.#restart();
    });
    try {
      return await Promise.race([this.#open().then(work), ended]);
    } finally {
      stopClock();
      signal.removeEventListener("abort", end);
    }
  }

  #restart(): void {
    const old = this.#workerEnd;
    this.#workerEnd = new AbortController();
    this.close();
    this.#current = null;
    old.abort();
  }
}

/** @returns a function that stops it. */
function startClock(onLate: () => void): () => void {
  let leftMs = PAGE_LIMIT_MS;
  const timer = setInterval(() => {
    if (typeof document !== "undefined" && document.hidden) return;
    leftMs -= TICK_MS;
    if (leftMs > 0) return;
    clearInterval(timer);
    onLate();
  }, TICK_MS);
  return () => clearInterval(timer);
}

type RunOnPage = <Result>(work: (source: PageSource) => Promise<Result>) => Promise<Result>;

const boundedPage = (first: PageSource, run: RunOnPage): PageSource => ({
  size: first.size,
  draw: (...input) => run((source) => source.draw(...input)),
  text: () => run<readonly TextItem[]>((source) => source.text()),
  layText: (...input) => run<LaidText>((source) => source.layText(...input)),
  links: () => run<readonly PageLink[]>((source) => source.links()),
  release: () => first.release(),
});
