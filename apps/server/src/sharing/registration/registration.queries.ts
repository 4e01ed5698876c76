import { sql } from "kysely";
import { hashOf } from "#account/account-link.queries.ts";
import type { SiteDb } from "#platform/db/database.ts";

interface NewRequest {
  readonly email: string;
  readonly displayName: string;
  readonly formId: number | null;
  readonly next: string | null;
  readonly linkOrigin: string;
  readonly language: string;
  readonly expiresAt: Date;
}

/** @returns the ID of the request. */
export async function insertRequest(db: SiteDb, siteId: number, request: NewRequest): Promise<number> {
  const { id } = await db
    .insertInto("registration_request")
    .values({
      site_id: siteId,
      email: request.email,
      display_name: request.displayName,
      form_id: request.formId,
      next_path: request.next,
      link_origin: request.linkOrigin,
      language: request.language,
      expires_at: request.expiresAt,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

/**
 * A request whose email has not been written yet, locked until the transaction ends. @returns undefined: it was
 * processed already.
 */
export function lockUnanswered(db: SiteDb, siteId: number, id: number) {
  return db
    .selectFrom("registration_request")
    .selectAll()
    .where("site_id", "=", siteId)
    .where("id", "=", id)
    .where("token_sha256", "is", null)
    .forUpdate()
    .executeTakeFirst();
}

export async function setToken(
  db: SiteDb,
  siteId: number,
  { id, token, expiresAt }: { readonly id: number; readonly token: string; readonly expiresAt: Date },
): Promise<void> {
  await db
    .updateTable("registration_request")
    .set({ token_sha256: hashOf(token), expires_at: expiresAt })
    .where("site_id", "=", siteId)
    .where("id", "=", id)
    .execute();
}

/** The request of a valid link, locked until the transaction ends. */
export function findByToken(db: SiteDb, siteId: number, token: string) {
  return db
    .selectFrom("registration_request")
    .selectAll()
    .where("site_id", "=", siteId)
    .where("token_sha256", "=", hashOf(token))
    .where("expires_at", ">", sql<Date>`now()`)
    .forUpdate()
    .executeTakeFirst();
}

export async function deleteRequest(db: SiteDb, siteId: number, id: number): Promise<void> {
  await db.deleteFrom("registration_request").where("site_id", "=", siteId).where("id", "=", id).execute();
}

/** Deletes all requests of an email address. */
export async function deleteRequestsOf(db: SiteDb, siteId: number, email: string): Promise<void> {
  await db
    .deleteFrom("registration_request")
    .where("site_id", "=", siteId)
    .where((eb) => eb(eb.fn<string>("lower", ["email"]), "=", email.toLowerCase()))
    .execute();
}

/** Deletes requests with expired links, including name and address. */
export async function deleteOldRequests(db: SiteDb, siteId: number): Promise<void> {
  await db
    .deleteFrom("registration_request")
    .where("site_id", "=", siteId)
    .where("expires_at", "<", sql<Date>`now()`)
    .execute();
}
