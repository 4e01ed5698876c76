/**
 * Share token: the site's number, because the URL of an image cannot carry it in a header, and 192 random bits. Source:
 * spec decisions, "Sharing"; reliability.md, V11.5.1.
 */

export const SHARE_TOKEN_RANDOM_BYTES = 24;

const TOKEN = /^([1-9]\d{0,14})\.[A-Za-z0-9_-]{32}$/;

/** The site in a token; null if the text is not a token. */
export function siteOfShareToken(token: string): number | null {
  const site = TOKEN.exec(token)?.[1];
  return site === undefined ? null : Number(site);
}

/** Adds the token to a URL. @param path with or without a query. */
export function withShareToken(path: string, token: string): string {
  return `${path}${path.includes("?") ? "&" : "?"}share=${token}`;
}
