/** Who asks: the session and, where the call accepts it, the token of a share in the query. */
import { siteOfShareToken } from "@parfocal/core/access/share-token.ts";
import { notFoundOrNoAccess } from "@parfocal/core/errors.ts";
import type { FastifyRequest } from "fastify";
import { type Credentials, readFileCredentials } from "./site-and-session.ts";

export interface Viewer extends Credentials {
  /** null: only the session counts. */
  readonly shareToken: string | null;
}

/**
 * @param tokenInPath for URLs that lose their query on the way; the query's `share` otherwise.
 * @throws AppError `notFound` for a malformed token, or a token of another site than the one that is named.
 */
export function readViewer(request: FastifyRequest, tokenInPath: string | null = null): Viewer {
  const shareToken = tokenInPath ?? (request.query as { share?: unknown }).share;
  const credentials = readFileCredentials(request);
  if (shareToken === undefined) return { ...credentials, shareToken: null };
  const siteId = typeof shareToken === "string" ? siteOfShareToken(shareToken) : null;
  const isOtherSiteNamed = request.headers["x-site-id"] !== undefined && credentials.siteId !== siteId;
  if (siteId === null || isOtherSiteNamed) throw notFoundOrNoAccess();
  // A session of another site does not count here.
  const token = credentials.siteId === siteId ? credentials.token : null;
  return { ...credentials, siteId, token, shareToken: shareToken as string };
}
