/** URLs of learning platforms and their origins, which are written into the content security policy of pages. */

const LABEL = "[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?";
/** Only letters, digits, hyphens and dots before the path. */
const WEB_ADDRESS = new RegExp(
  `^(https?://(?:${LABEL}\\.){0,10}${LABEL})(:[1-9]\\d{0,4})?(?:[/?][^\\s#\\\\"'<>\`]*)?$`,
  "i",
);
/** Default ports are omitted, as in a browser's origin. */
const IMPLIED = /^(?:http:.*:80|https:.*:443)$/;

/** @returns the origin in lower case; null: not a web URL. */
export function originOfAddress(address: string): string | null {
  const [, start = "", port = ""] = WEB_ADDRESS.exec(address) ?? [];
  if (start === "") return null;
  const origin = `${start}${port}`.toLowerCase();
  return IMPLIED.test(origin) ? start.toLowerCase() : origin;
}

export const isWebAddress = (text: string): boolean => originOfAddress(text) !== null;

/** Whether the text is an origin without path. */
export const isWebOrigin = (text: string): boolean => originOfAddress(text) === text;
