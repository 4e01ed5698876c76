/**
 * URL of the next page of a container of a learning platform.
 *
 * Source: RFC 8288 (Link); Assignment and Grade Services 2.0, section 3.2.3; Names and Role Provisioning Services 2.0,
 * section 2.4.2.
 */
import { originOfAddress } from "./web-origin.ts";

const LINK = /<([^<>]*)>([^<]*)/g;
const IS_NEXT = /;\s*rel\s*=\s*(?:"(?:[^"]*\s)?next(?:\s[^"]*)?"|next(?=\s*(?:[;,]|$)))/i;

/**
 * @param link `Link` header of the page; null: none. @param from URL of the page.
 * @returns null if it is the last page, or leads to another origin, which must not receive the token.
 */
export function nextPage(link: string | null, from: string): string | null {
  for (const [, address = "", parameters = ""] of (link ?? "").matchAll(LINK)) {
    if (!IS_NEXT.test(parameters)) continue;
    const origin = originOfAddress(from);
    const next = address.startsWith("/") && !address.startsWith("//") ? `${origin}${address}` : address;
    return origin !== null && originOfAddress(next) === origin ? next : null;
  }
  return null;
}
