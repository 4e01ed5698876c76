/**
 * Safe Exam Browser: it signs each request with its configuration. Checked in the same way as in Moodle.
 *
 * Source: safeexambrowser.org, developer documentation, "Config Key".
 */
import { createHash, timingSafeEqual } from "node:crypto";
import { AppError } from "@parfocal/core/errors.ts";
import type { FastifyRequest } from "fastify";

const CONFIG_KEY_HEADER = "x-safeexambrowser-configkeyhash";

/** @param url absolute; its fragment is ignored. @returns hexadecimal digits. */
export const configKeyHash = (url: string, configKey: string): string =>
  createHash("sha256")
    .update(`${url.split("#")[0]}${configKey.toLowerCase()}`)
    .digest("hex");

/**
 * @param configKey empty: any browser.
 * @param siteOrigins origins of the site, if they differ from the request's host.
 * @throws AppError `forbidden` for another browser or another configuration.
 */
export function assertSafeExamBrowser(
  request: FastifyRequest,
  siteOrigins: readonly string[],
  configKey: string,
): void {
  if (configKey === "") return;
  const sent = request.headers[CONFIG_KEY_HEADER];
  const given = Buffer.from(typeof sent === "string" ? sent.toLowerCase() : "");
  const origins = [`${request.protocol}://${request.host}`, ...siteOrigins];
  const isRight = origins.some((origin) => {
    const expected = Buffer.from(configKeyHash(`${origin}${request.originalUrl}`, configKey));
    return given.length === expected.length && timingSafeEqual(given, expected);
  });
  if (isRight) return;
  throw new AppError(
    "forbidden",
    "This quiz can only be taken in Safe Exam Browser, with the configuration of this exam. Open it there.",
    { codes: ["safeExamBrowser"] },
  );
}
