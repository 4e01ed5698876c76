import { AppError } from "@parfocal/core/errors.ts";
import type { FastifyRequest } from "fastify";

/**
 * Scheme and host under which others reach us, for addresses in what we answer. The one that the request names counts only
 * if it is among the site's own origins: anybody can send any `Host`. For a site without origins there is no other.
 *
 * @param siteOrigins as configured; the first one stands for all.
 * @throws AppError `invalid` if there is no other than the one of the request, and that is no address, as with `[::1`.
 */
export function publicOriginOf({ protocol, host }: FastifyRequest, siteOrigins: readonly string[]): string {
  const named = `${protocol}://${host}`;
  const [first] = siteOrigins;
  if (first !== undefined) return siteOrigins.includes(named) ? named : first;
  if (!URL.canParse(named)) throw new AppError("invalid", "The Host header is not a host name.", { codes: ["host"] });
  return named;
}
