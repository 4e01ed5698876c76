/** Keeps the query part of the address in step with what is shown, and notifies the host bridge. */

type Listener = (search: string) => void;

let listener: Listener | null = null;

/** There is one listener: the host bridge. */
export function onSearchReplaced(listen: Listener): void {
  listener = listen;
}

/**
 * Replaces the query part of the current entry of the history. Around the router on purpose: it wraps `history.replaceState`
 * and would match all routes anew at each step of a pan.
 */
export function replaceSearch(search: string): void {
  if (search === window.location.search) return;
  History.prototype.replaceState.call(window.history, window.history.state, "", window.location.pathname + search);
  listener?.(search);
}
