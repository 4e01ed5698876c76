import type { FastifyRequest } from "fastify";

/**
 * Scheme and host under which others reach us, for addresses in what we answer. The one that the request names counts only
 * if it is among the site's own origins: anybody can send any `Host`. For a site without origins there is no other.
 *
 * @param siteOrigins as configured; the first one stands for all.
 */
export function publicOriginOf({ protocol, host }: FastifyRequest, siteOrigins: readonly string[]): string {
  const named = `${protocol}://${host}`;
  const [first] = siteOrigins;
  return first === undefined || siteOrigins.includes(named) ? named : first;
}
