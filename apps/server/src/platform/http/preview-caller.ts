/**
 * The caller of a preview: a content manager with the rights of a learner or of a chosen user, with read access only.
 */
import { LEARNER_ROLE, type Role, roleHas, type SiteGrants } from "@parfocal/core/access/capabilities.ts";
import type { Call } from "@parfocal/core/call.contract.ts";
import { AppError } from "@parfocal/core/errors.ts";
import type { FastifyRequest } from "fastify";
import { sql } from "kysely";
import { Caller } from "../access/caller.ts";
import { PREVIEW_HEADER, readPreviewToken } from "../access/preview-token.ts";
import type { SiteDb } from "../db/database.ts";

const previewEnded = () => new AppError("forbidden", "The preview has ended.", { codes: ["previewEnded"] });

interface PreviewedCall {
  readonly contract: Pick<Call, "method" | "isReading">;
  readonly siteId: number;
  readonly request: FastifyRequest;
  readonly caller: Caller;
  /** The installation's key. */
  readonly key: Buffer;
}

/**
 * @param caller as signed in.
 * @returns the same caller if the request is not part of a preview.
 * @throws AppError `forbidden` with `previewEnded`, or with `previewReadOnly` for a call that changes data.
 */
export async function previewCaller(
  db: SiteDb,
  { contract, siteId, request, caller, key }: PreviewedCall,
): Promise<Caller> {
  const header = request.headers[PREVIEW_HEADER];
  if (typeof header !== "string" || header === "") return caller;
  const { user } = caller;
  const token = user && readPreviewToken(key, { siteId, sessionId: user.sessionId }, header, Date.now());
  if (!user || !token || !caller.can("manageContent")) throw previewEnded();
  if (contract.method !== "GET" && contract.method !== "HEAD" && !contract.isReading)
    throw new AppError("forbidden", "Exit the preview to make changes.", { codes: ["previewReadOnly"] });
  const { personId } = token;
  const role =
    personId === null ? LEARNER_ROLE : await findPreviewedRole(db, siteId, { personId, grants: user.grants });
  if (role === null) throw previewEnded();
  return new Caller({ ...user, role, mustEnrol: false }, { personId });
}

/** @returns null if there is no active account, or if the account manages content and has access to everything. */
export async function findPreviewedRole(
  db: SiteDb,
  siteId: number,
  { personId, grants }: { personId: number; grants: SiteGrants | undefined },
): Promise<Role | null> {
  const row = await db
    .selectFrom("site_user")
    .select("role")
    .where("site_id", "=", siteId)
    .where("id", "=", personId)
    .where("deleted_at", "is", null)
    .where("is_suspended", "=", false)
    .where((eb) => eb.or([eb("expires_at", "is", null), eb("expires_at", ">", sql<Date>`now()`)]))
    .executeTakeFirst();
  return row && !roleHas(row.role, "manageContent", grants) ? row.role : null;
}
