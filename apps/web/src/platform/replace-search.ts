/** Updates the query of the URL and notifies the host bridge. */

type Listener = (search: string) => void;

let listener: Listener | null = null;

/** There is one listener: the host bridge. */
export function onSearchReplaced(listen: Listener): void {
  listener = listen;
}

/**
 * Replaces the query of the current history entry. Bypasses the router, which wraps `history.replaceState` and would
 * match all routes again at each step of panning.
 */
export function replaceSearch(search: string): void {
  if (search === window.location.search) return;
  History.prototype.replaceState.call(window.history, window.history.state, "", window.location.pathname + search);
  listener?.(search);
}
