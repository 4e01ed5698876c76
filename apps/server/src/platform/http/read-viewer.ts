/** The viewer of a request: the session and, if the call accepts it, the token of a share in the query. */
import { siteOfShareToken } from "@parfocal/core/access/share-token.ts";
import { notFoundOrNoAccess } from "@parfocal/core/errors.ts";
import type { FastifyRequest } from "fastify";
import { type Credentials, readFileCredentials } from "./site-and-session.ts";

export interface Viewer extends Credentials {
  /** null: only the session applies. */
  readonly shareToken: string | null;
}

/**
 * @param tokenInPath for URLs that cannot keep a query; null: the query's `share` is used.
 * @throws AppError `notFound` if the token is malformed, or belongs to another site than the one requested.
 */
export function readViewer(request: FastifyRequest, tokenInPath: string | null = null): Viewer {
  const shareToken = tokenInPath ?? (request.query as { share?: unknown }).share;
  const credentials = readFileCredentials(request);
  if (shareToken === undefined) return { ...credentials, shareToken: null };
  const siteId = typeof shareToken === "string" ? siteOfShareToken(shareToken) : null;
  const isOtherSiteNamed = request.headers["x-site-id"] !== undefined && credentials.siteId !== siteId;
  if (siteId === null || isOtherSiteNamed) throw notFoundOrNoAccess();
  // A session of another site is ignored here.
  const token = credentials.siteId === siteId ? credentials.token : null;
  return { ...credentials, siteId, token, shareToken: shareToken as string };
}
