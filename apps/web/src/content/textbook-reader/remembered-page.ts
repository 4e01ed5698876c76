/** The page at which a user left a book, stored in this browser; a page in the URL takes precedence. */
import { readRemembered, remember } from "#ui/remembered.ts";

const PARAMETER = "page";
const NUMBER = /^[1-9]\d{0,6}$/;

const pageOf = (text: string | null): number | null => (text !== null && NUMBER.test(text) ? Number(text) : null);

/** @param bookKey identifies user and book. @returns a number from 1; it may be beyond the end of the book. */
export function readStartPage(search: string, bookKey: string): number {
  return pageOf(new URLSearchParams(search).get(PARAMETER)) ?? pageOf(readRemembered(`book-${bookKey}`)) ?? 1;
}

export function rememberPage(bookKey: string, pageNumber: number): void {
  remember(`book-${bookKey}`, String(pageNumber));
}

/** @returns the query with the page; other parameters are kept. */
export function withPage(search: string, pageNumber: number): string {
  const parameters = new URLSearchParams(search);
  parameters.set(PARAMETER, String(pageNumber));
  return `?${parameters.toString()}`;
}

/** Bypasses the router, as for slides, because it would match all routes again on each page. */
export function replacePageInAddress(pageNumber: number): void {
  const search = withPage(window.location.search, pageNumber);
  if (search === window.location.search) return;
  History.prototype.replaceState.call(window.history, window.history.state, "", window.location.pathname + search);
}
