/**
 * Grid settings are stored in a cookie: per image (`image-12`), or per case and container (`case-5-0`). Settings of
 * slides beyond the last ones are stored in local storage for the same time.
 *
 * Source: spec part 1, section 3 ("Grid settings"), section 9 (30 days).
 */
import {
  changedGrid,
  GRID_COLOR_NAMES,
  GRID_DEFAULTS,
  type GridColor,
  type GridSettings,
  isGridCellAllowed,
} from "@parfocal/core/grid/grid-settings.ts";
import { gridCookieName, keepGrid, storedGrid } from "./grid-cookie-flag.ts";

/** 30 days. */
export const GRID_COOKIE_LIFETIME_S = 2_592_000;
/** Cookies are sent with each page request: beyond this number the oldest are deleted. */
export const GRID_COOKIES_MAX = 30;

export const gridScopeOfImage = (imageId: number): string => `image-${imageId}`;
/** @param container its index in the layout, from 0. */
export const gridScopeOfCase = (caseId: number, container: number): string => `case-${caseId}-${container}`;

/** All cookies of the page, oldest first. @param cookies in the format of `document.cookie`. */
function eachCookie(cookies: string): readonly (readonly [name: string, value: string])[] {
  return cookies.split("; ").map((cookie) => {
    const at = cookie.indexOf("=");
    return [cookie.slice(0, at), cookie.slice(at + 1)];
  });
}

/** Cookies of the grid use the path of the site's pages, so that requests for tiles do not carry them. */
const pathOf = (pathname: string): string => `/${pathname.split("/")[1] ?? ""}`;

function cookieValue({ isEnabled, isFixed, cellSizeMm, color, center }: GridSettings): string {
  const place = center ? center.map((coordinate) => Math.round(coordinate * 100) / 100) : [];
  return [isEnabled ? "on" : "off", isFixed ? "fixed" : "free", cellSizeMm, color, ...place].join("~");
}

function isGridColor(text: string): text is GridColor {
  return (GRID_COLOR_NAMES as readonly string[]).includes(text);
}

function parseValue(value: string): GridSettings {
  const [enabled, fixed, cellSize, color = "", x, y] = value.split("~");
  const cellSizeMm = Number(cellSize);
  if (!isGridCellAllowed(cellSizeMm) || !isGridColor(color)) return GRID_DEFAULTS;
  const center = [Number(x ?? Number.NaN), Number(y ?? Number.NaN)] as const;
  const isFixed = fixed === "fixed" && center.every(Number.isFinite);
  return changedGrid(GRID_DEFAULTS, { isEnabled: enabled === "on", isFixed, cellSizeMm, color, center });
}

/** Defaults if nothing valid is stored. @param cookies in the format of `document.cookie`. */
export function readGridSettings(cookies: string, scope: string): GridSettings {
  const value = eachCookie(cookies).findLast(([name]) => name === gridCookieName(scope))?.[1];
  const stored = value ?? storedGrid(scope);
  return stored === null ? GRID_DEFAULTS : parseValue(stored);
}

/** The cookies to set, one after the other: the new one, and expired ones for those that exceed the maximum. */
export function gridCookies(cookies: string, pathname: string, scope: string, settings: GridSettings): string[] {
  const path = `Path=${pathOf(pathname)}; SameSite=Lax`;
  const others = eachCookie(cookies)
    .map(([name]) => name)
    .filter((name) => name.startsWith(gridCookieName("")) && name !== gridCookieName(scope));
  const tooMany = others.slice(0, Math.max(0, others.length - GRID_COOKIES_MAX + 1));
  return [
    ...tooMany.map((name) => `${name}=; Max-Age=0; ${path}`),
    `${gridCookieName(scope)}=${cookieValue(settings)}; Max-Age=${GRID_COOKIE_LIFETIME_S}; ${path}`,
  ];
}

export function saveGridSettings(scope: string, settings: GridSettings): void {
  keepGrid(scope, cookieValue(settings), GRID_COOKIE_LIFETIME_S * 1000);
  for (const cookie of gridCookies(document.cookie, window.location.pathname, scope, settings)) {
    // biome-ignore lint/suspicious/noDocumentCookie: the cookie store is not in all browsers, nor on pages without TLS
    document.cookie = cookie;
  }
}
