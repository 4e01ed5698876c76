/**
 * Which addresses an external tile source may have. The browser reads them, never the server (threat T-16); a site lists
 * the hosts that its pages may read from.
 */
import { TILE_SOURCE_URL_MAX_CHARACTERS } from "./external-limits.ts";

/** `host` or `host:port`, in lower case; names of other alphabets as punycode. */
const HOST = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.){0,10}[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?::[1-9]\d{0,4})?$/;
/** Scheme, host with port, then path and query of visible ASCII without what would end or change the address. */
const ADDRESS = /^(https?):\/\/([^/?#@\\\s]{1,300})\/([!$%&'()*+,\-./0-9:;=?@A-Z[\]_a-z~]*)$/;
/** Hosts that are this machine: the only ones that may be read without TLS. */
const OWN_MACHINE = /^(localhost|127\.0\.0\.1)(:\d+)?$/;

export function isTileSourceHost(host: string): boolean {
  return HOST.test(host);
}

/**
 * The host (with its port, if named) that a tile source's address leads to.
 *
 * @returns null for an address that is not allowed to be one: not https (http only on this machine), with a name or
 *   password, with a fragment, or too long.
 */
export function tileSourceHostOf(url: string): string | null {
  if (url.length > TILE_SOURCE_URL_MAX_CHARACTERS) return null;
  const [, scheme = "", authority = ""] = ADDRESS.exec(url) ?? [];
  const host = authority.toLowerCase();
  if (!isTileSourceHost(host)) return null;
  return scheme === "https" || OWN_MACHINE.test(host) ? host : null;
}

/** What a page's content security policy names for a host. */
export function originsOfTileSourceHost(host: string): string[] {
  return OWN_MACHINE.test(host) ? [`https://${host}`, `http://${host}`] : [`https://${host}`];
}
