/** Whether a slide's grid was left switched on: checked before the grid's other code is fetched. */

/** Name of the cookie and of the entry in local storage. */
export const gridCookieName = (scope: string): string => `parfocal-grid-${scope}`;

/**
 * The value stored in local storage, also of slides whose cookie was removed to make room for others. @returns null if
 * nothing was stored within the last 30 days.
 */
export function storedGrid(scope: string, nowMs = Date.now()): string | null {
  try {
    const [untilMs, value] = localStorage.getItem(gridCookieName(scope))?.split(" ") ?? [];
    return value !== undefined && Number(untilMs) > nowMs ? value : null;
  } catch {
    return null;
  }
}

/** @param lifetimeMs lifetime of the entry; expired entries are deleted. */
export function keepGrid(scope: string, value: string, lifetimeMs: number, nowMs = Date.now()): void {
  try {
    const grids = Object.keys(localStorage).filter((name) => name.startsWith(gridCookieName("")));
    for (const name of grids) {
      if (storedGrid(name.slice(gridCookieName("").length), nowMs) === null) localStorage.removeItem(name);
    }
    localStorage.setItem(gridCookieName(scope), `${nowMs + lifetimeMs} ${value}`);
  } catch {
    // Storage is unavailable: the cookie has the last slides.
  }
}

export function wasGridEnabled(cookies: string, scope: string): boolean {
  if (cookies.includes(`${gridCookieName(scope)}=`)) return cookies.includes(`${gridCookieName(scope)}=on`);
  return storedGrid(scope)?.startsWith("on") ?? false;
}
