/**
 * Allowed URLs of external tile sources. Only the browser requests them, never the server (threat T-16); a site lists
 * the hosts that its pages may read from.
 */
import { TILE_SOURCE_URL_MAX_CHARACTERS } from "./external-limits.ts";

/** `host` or `host:port` in lower case; international names as punycode. */
const HOST = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.){0,10}[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?::[1-9]\d{0,4})?$/;
/** Scheme, host with port, then path and query of visible ASCII without characters that would end or change the URL. */
const ADDRESS = /^(https?):\/\/([^/?#@\\\s]{1,300})\/([!$%&'()*+,\-./0-9:;=?@A-Z[\]_a-z~]*)$/;
/** Loopback hosts, the only ones allowed without TLS. */
const OWN_MACHINE = /^(localhost|127\.0\.0\.1)(:\d+)?$/;

export function isTileSourceHost(host: string): boolean {
  return HOST.test(host);
}

/**
 * The host (with its port, if given) of a tile source URL.
 *
 * @returns null if the URL is not allowed: not https (http only on this machine), with user name or password, with a
 * fragment, or too long.
 */
export function tileSourceHostOf(url: string): string | null {
  if (url.length > TILE_SOURCE_URL_MAX_CHARACTERS) return null;
  const [, scheme = "", authority = ""] = ADDRESS.exec(url) ?? [];
  const host = authority.toLowerCase();
  if (!isTileSourceHost(host)) return null;
  return scheme === "https" || OWN_MACHINE.test(host) ? host : null;
}

/** Sources for a host in the content security policy. */
export function originsOfTileSourceHost(host: string): string[] {
  return OWN_MACHINE.test(host) ? [`https://${host}`, `http://${host}`] : [`https://${host}`];
}
