/**
 * Requests that change data must come from our own pages (rule D-7). This is checked by their origin, and by a nonce in
 * a header that only a page that can read our responses knows.
 */
import { createHmac, timingSafeEqual } from "node:crypto";
import { AppError } from "@parfocal/core/errors.ts";
import type { FastifyRequest } from "fastify";

/** A nonce is valid in the window in which it was created and in the next one. */
export const NONCE_WINDOW_MS = 12 * 60 * 60 * 1000;

/**
 * Browsers send the origin with every unsafe request. A request with neither an origin nor a fetch site is not from a
 * browser, so it carries no cookies that another site could have sent.
 *
 * @throws AppError `forbidden` if the request comes from another site's page.
 */
export function assertOwnOrigin(request: FastifyRequest, siteOrigins: readonly string[]): void {
  const { origin } = request.headers;
  if (origin !== undefined) {
    const own = `${request.protocol}://${request.host}`;
    if (origin === own || siteOrigins.includes(origin)) return;
  } else {
    const fetchSite = request.headers["sec-fetch-site"];
    if (fetchSite === undefined || fetchSite === "same-origin" || fetchSite === "none") return;
  }
  throw new AppError("forbidden", "This request comes from another site.", { codes: ["foreignOrigin"] });
}

function nonceOfWindow(token: string, nonceKey: Buffer, window: number): string {
  return createHmac("sha256", nonceKey).update(`${window}.${token}`).digest("base64url");
}

/** @param now ms since the epoch. */
export function nonceOf(token: string, nonceKey: Buffer, now: number): string {
  return nonceOfWindow(token, nonceKey, Math.floor(now / NONCE_WINDOW_MS));
}

/** Whether a nonce belongs to this session, in the current or the previous window. @param now ms since the epoch. */
function isNonceRight(nonce: string, token: string, nonceKey: Buffer, now: number): boolean {
  const window = Math.floor(now / NONCE_WINDOW_MS);
  return [window, window - 1].some((candidate) => {
    const expected = Buffer.from(nonceOfWindow(token, nonceKey, candidate));
    const given = Buffer.from(nonce);
    return expected.length === given.length && timingSafeEqual(expected, given);
  });
}

/** A cookie without its nonce is ignored: the request is anonymous. */
export function carriesNonce(request: FastifyRequest, token: string | null, nonceKey: Buffer): boolean {
  const nonce = request.headers["x-nonce"];
  return token !== null && typeof nonce === "string" && isNonceRight(nonce, token, nonceKey, Date.now());
}
