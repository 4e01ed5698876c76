/** The cursor is stored in a cookie. Source: spec part 1, section 9, and part 2, section 9 (90 days). */
import { type CursorStyle, DEFAULT_CURSOR_STYLE, isCursorStyle } from "@parfocal/core/cursor/cursor-styles.ts";

/** 90 days. */
const CURSOR_COOKIE_LIFETIME_MS = 7_776_000_000;
const NAME = "parfocal-cursor";
const MS_PER_S = 1000;

/** @param cookies in the format of `document.cookie`. */
export function readCursorStyle(cookies: string): CursorStyle {
  const value = cookies
    .split("; ")
    .find((cookie) => cookie.startsWith(`${NAME}=`))
    ?.slice(NAME.length + 1);
  return value !== undefined && isCursorStyle(value) ? value : DEFAULT_CURSOR_STYLE;
}

export function cursorCookie(style: CursorStyle): string {
  return `${NAME}=${style}; Max-Age=${CURSOR_COOKIE_LIFETIME_MS / MS_PER_S}; Path=/; SameSite=Lax`;
}

export function saveCursorStyle(style: CursorStyle): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the cookie store is not in all browsers, nor on pages without TLS
  document.cookie = cursorCookie(style);
}
