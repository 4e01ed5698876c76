/**
 * Paths of shared pages: `/share/{token}`, followed by the path from the shared item down, e.g. `/share/{token}/f3/i9`.
 * In a frame of another site they end with `?embed=1`.
 *
 * Source: spec part 2, section 4; decisions, "Sharing".
 */
import { formatPublicPath, type PathStep, parsePublicPath } from "../../content/item/public-path.ts";
import { siteOfShareToken } from "../../people/access/share-token.ts";

export interface SharedPlace {
  readonly token: string;
  /** The site in the token. */
  readonly siteId: number;
  /** From below the shared item down to the shown item. */
  readonly steps: readonly PathStep[];
}

export const SHARED_PAGES = "/share/";

/** @returns null if it is not the path of a shared page, or if the token is malformed. */
export function parseSharedPath(path: string): SharedPlace | null {
  if (!path.startsWith(SHARED_PAGES)) return null;
  const [token = "", ...rest] = path.slice(SHARED_PAGES.length).split("/");
  const siteId = siteOfShareToken(token);
  const place = siteId === null ? null : parsePublicPath(["", `s${siteId}`, ...rest].join("/"));
  return place && { token, siteId: place.siteId, steps: place.steps };
}

/** @throws RangeError if the kind has no page. */
export function formatSharedPath(token: string, steps: readonly PathStep[]): string {
  const [, , ...parts] = formatPublicPath({ siteId: 1, steps }).split("/");
  return [`${SHARED_PAGES}${token}`, ...parts.filter((part) => part !== "")].join("/");
}

/** @param search query of a URL, with or without "?". */
export const isEmbeddedSearch = (search: string): boolean => /(?:^\??|&)embed=1(?:&|$)/.test(search);

/** Whether a path belongs to the content manager. */
export const isManagerPath = (path: string): boolean => /^\/s[1-9]\d{0,14}\/manage(?:\/[a-z-]*)?\/?$/.test(path);
