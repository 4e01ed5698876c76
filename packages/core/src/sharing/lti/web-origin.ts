/** Web addresses of learning platforms, and their origins: these are written into the content security policy of pages. */

const LABEL = "[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?";
/** Letters, digits, hyphens and dots alone before the path. */
const WEB_ADDRESS = new RegExp(
  `^(https?://(?:${LABEL}\\.){0,10}${LABEL})(:[1-9]\\d{0,4})?(?:[/?][^\\s#\\\\"'<>\`]*)?$`,
  "i",
);
/** A port that goes without saying is left out, as in what browsers call an origin. */
const IMPLIED = /^(?:http:.*:80|https:.*:443)$/;

/** @returns in lower case; null: it is no web address. */
export function originOfAddress(address: string): string | null {
  const [, start = "", port = ""] = WEB_ADDRESS.exec(address) ?? [];
  if (start === "") return null;
  const origin = `${start}${port}`.toLowerCase();
  return IMPLIED.test(origin) ? start.toLowerCase() : origin;
}

export const isWebAddress = (text: string): boolean => originOfAddress(text) !== null;

/** Whether it is an origin and nothing more. */
export const isWebOrigin = (text: string): boolean => originOfAddress(text) === text;
