/**
 * Addresses of shared pages: `/share/{token}`, and below it the way down from the shared item, e.g. `/share/{token}/f3/i9`.
 * Within a frame of another site they end with `?embed=1`.
 *
 * Source: spec part 2, section 4; decisions, "Sharing".
 */
import { formatPublicPath, type PathStep, parsePublicPath } from "../../content/item/public-path.ts";
import { siteOfShareToken } from "../../people/access/share-token.ts";

export interface SharedPlace {
  readonly token: string;
  /** The site that the token names. */
  readonly siteId: number;
  /** From the shared item down to what is shown, without the shared item itself. */
  readonly steps: readonly PathStep[];
}

export const SHARED_PAGES = "/share/";

/** @returns null for a path that is not a shared page's, or whose token cannot be one. */
export function parseSharedPath(path: string): SharedPlace | null {
  if (!path.startsWith(SHARED_PAGES)) return null;
  const [token = "", ...rest] = path.slice(SHARED_PAGES.length).split("/");
  const siteId = siteOfShareToken(token);
  const place = siteId === null ? null : parsePublicPath(["", `s${siteId}`, ...rest].join("/"));
  return place && { token, siteId: place.siteId, steps: place.steps };
}

/** @throws RangeError for a kind that has no page of its own. */
export function formatSharedPath(token: string, steps: readonly PathStep[]): string {
  const [, , ...parts] = formatPublicPath({ siteId: 1, steps }).split("/");
  return [`${SHARED_PAGES}${token}`, ...parts.filter((part) => part !== "")].join("/");
}

/** @param search the part of an address after the path, with or without "?". */
export const isEmbeddedSearch = (search: string): boolean => /(?:^\??|&)embed=1(?:&|$)/.test(search);

/** Whether a path is the content manager's or a section's of it. */
export const isManagerPath = (path: string): boolean => /^\/s[1-9]\d{0,14}\/manage(?:\/[a-z-]*)?\/?$/.test(path);
