import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { type Book, BookRestarted, type PageSource, PageStalled } from "./book.ts";
import { BoundedBook, PAGE_LIMIT_MS } from "./bounded-book.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const never = new Promise<never>(() => undefined);
const HOSTILE = 2;

/** A file whose second page hangs the thread: afterwards this thread does not respond. */
function openHostile() {
  const opened: { readonly book: Book; readonly close: () => void }[] = [];
  const open = async (): Promise<Book> => {
    let isHung = false;
    const answer = async <Value>(value: Value): Promise<Value> => (isHung ? never : value);
    const pageOf = (pageNumber: number): PageSource => ({
      size: { width: 100, height: 100 },
      draw: async () => {
        if (pageNumber === HOSTILE) isHung = true;
        await answer(undefined);
      },
      text: () => answer([{ text: `Text ${pageNumber}`, endsLine: true }]),
      layText: () => answer({ elements: [], turn: () => undefined }),
      links: () => answer([]),
      release: () => undefined,
    });
    const close = vi.fn();
    const book: Book = {
      pageCount: 3,
      firstSize: { width: 100, height: 100 },
      page: (pageNumber) => answer(pageOf(pageNumber)),
      outline: () => answer([]),
      resolve: () => answer(null),
      tryAgain: () => undefined,
      close,
    };
    opened.push({ book, close });
    return book;
  };
  return { open, opened };
}

const draw = async (book: Book, pageNumber: number): Promise<void> => {
  const page = await book.page(pageNumber);
  await page.draw(null as never, 1, 0, new AbortController().signal);
};

it("a page that hangs is abandoned, and the book continues in a new thread", async () => {
  const { open, opened } = openHostile();
  const book = new BoundedBook(await open(), open);
  const hung = draw(book, HOSTILE).catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(PAGE_LIMIT_MS / 2);
  // Another page, requested while the thread hangs.
  const other = book.page(3).catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(PAGE_LIMIT_MS / 2);
  expect(await hung).toBeInstanceOf(PageStalled);
  expect(await other).toBeInstanceOf(BookRestarted);
  expect(opened[0]?.close).toHaveBeenCalledOnce();
  await draw(book, 3);
  expect(await (await book.page(1)).text()).toEqual([{ text: "Text 1", endsLine: true }]);
  expect(opened).toHaveLength(2);
});

it("it is not read again until a person tries again", async () => {
  const { open, opened } = openHostile();
  const book = new BoundedBook(await open(), open);
  const first = draw(book, HOSTILE).catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(PAGE_LIMIT_MS);
  await first;
  await expect(book.page(HOSTILE)).rejects.toBeInstanceOf(PageStalled);
  book.tryAgain(HOSTILE);
  const again = draw(book, HOSTILE).catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(PAGE_LIMIT_MS);
  expect(await again).toBeInstanceOf(PageStalled);
  await draw(book, 1);
  expect(opened).toHaveLength(3);
});

it("the time limit is paused while the document is hidden: browsers draw nothing then", async () => {
  vi.stubGlobal("document", { hidden: true });
  const { open, opened } = openHostile();
  const book = new BoundedBook(await open(), open);
  const hung = draw(book, HOSTILE).catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(10 * PAGE_LIMIT_MS);
  expect(opened[0]?.close).not.toHaveBeenCalled();
  vi.stubGlobal("document", { hidden: false });
  await vi.advanceTimersByTimeAsync(PAGE_LIMIT_MS);
  expect(await hung).toBeInstanceOf(PageStalled);
});

it("a book that could not be reopened is reopened at the next request", async () => {
  const { open } = openHostile();
  const reopen = vi.fn(open).mockRejectedValueOnce(new Error("offline"));
  const book = new BoundedBook(await open(), reopen);
  const hung = draw(book, HOSTILE).catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(PAGE_LIMIT_MS);
  await hung;
  await expect(book.page(1)).rejects.toThrow("offline");
  await draw(book, 1);
  expect(reopen).toHaveBeenCalledTimes(2);
});
