/** Allowed targets of links and sources of images (threat T-11). */

const LINK_MAX_CHARACTERS = 2_000;
/** Scheme and host, a mailto address, or a path of this site; no backslash, which browsers treat as a slash. */
const SAFE_LINK = /^(https?:\/\/[^\s/\\]|mailto:[^\s]|\/(?![/\\])|\/$)/i;
/** Images served by this site: slides, attached files, and the media library (with keys). */
const SITE_PICTURE =
  /^\/(tiles\/[\w/-]+|api\/v2\/attachment\/[\w/-]+|api\/v2\/media\/[1-9]\d{0,14}\/[0-9a-f]{44}\/(file|thumbnail))(\?[\w=&.-]*)?$/;

/** http, https, mailto or a path of this site; no surrounding white space, no control characters. */
export function isSafeLink(address: string): boolean {
  if (address.length > LINK_MAX_CHARACTERS || address.trim() !== address) return false;
  const hasControlCharacter = [...address].some((character) => character < " " || character === "\u007f");
  return !hasControlCharacter && SAFE_LINK.test(address);
}

/** Whether a link leads away from this site. */
export const isLinkAway = (address: string): boolean => /^https?:/i.test(address);

export function isSitePicture(address: string): boolean {
  return address.length <= LINK_MAX_CHARACTERS && SITE_PICTURE.test(address);
}
