import { AppError } from "@parfocal/core/errors.ts";
import type { FastifyRequest } from "fastify";

/**
 * Public scheme and host of this server, for URLs in responses. The request's own origin is used only if it is one of
 * the site's origins, since clients can send any `Host`. A site without configured origins uses the request's origin.
 *
 * @param siteOrigins as configured; the first one is the default.
 * @throws AppError `invalid` if only the request's origin is available and it is not a valid URL, for example `[::1`.
 */
export function publicOriginOf({ protocol, host }: FastifyRequest, siteOrigins: readonly string[]): string {
  const named = `${protocol}://${host}`;
  const [first] = siteOrigins;
  if (first !== undefined) return siteOrigins.includes(named) ? named : first;
  if (!URL.canParse(named)) throw new AppError("invalid", "The Host header is not a host name.", { codes: ["host"] });
  return named;
}
