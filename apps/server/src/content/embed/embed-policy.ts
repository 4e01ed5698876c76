/** Whether a page of another site may be embedded in a site (threat T-12). */

import { AppError } from "@parfocal/core/errors.ts";
import { EMBED_PROBLEMS, readEmbedUrl } from "@parfocal/core/site/embed-url.ts";
import type { FastifyRequest } from "fastify";
import type { SiteDb } from "#platform/db/database.ts";
import { findEmbedHosts } from "#site/site.queries.ts";

/** Hosts of this site: the one in the visitor's request, and those configured as its own. */
export function ownHostsOf(request: FastifyRequest, origins: readonly string[]): string[] {
  return [request.host, ...origins.map((origin) => origin.replace(/^https?:\/\//, ""))].map((host) =>
    host.toLowerCase(),
  );
}

/**
 * @throws AppError `invalid` with the problem; its code is `url`, or `hostNotAllowed` if the site could allow the host.
 */
export async function assertMayEmbed(
  db: SiteDb,
  { siteId, url, ownHosts }: { siteId: number; url: string; ownHosts: readonly string[] },
): Promise<void> {
  const { host, problem } = readEmbedUrl(url, ownHosts);
  if (problem) throw new AppError("invalid", EMBED_PROBLEMS[problem], { codes: ["url", problem] });
  if ((await findEmbedHosts(db, siteId)).includes(host ?? "")) return;
  throw new AppError(
    "invalid",
    `This site does not allow pages from ${host} yet. An administrator can allow the host.`,
    { codes: ["url", "hostNotAllowed"] },
  );
}
