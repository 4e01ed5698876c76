import { createHash, randomBytes } from "node:crypto";
import { sql } from "kysely";
import type { SiteDb } from "#platform/db/database.ts";
import type { AccountLinkTable } from "./account-link.table.ts";

type LinkKind = AccountLinkTable["kind"];

const MINUTE_MS = 60_000;
/** Lifetime of a link. */
const LINK_LIFE_MS: Readonly<Record<LinkKind, number>> = {
  resetPassword: 30 * MINUTE_MS,
  confirmEmail: 24 * 60 * MINUTE_MS,
};
const TOKEN_BYTES = 32;

/** Only the hash of a link's token is stored. */
export const hashOf = (token: string) => createHash("sha256").update(token).digest();

interface NewLink {
  readonly userId: number;
  readonly kind: LinkKind;
  /** Only for `confirmEmail`. */
  readonly newEmail?: string;
}

/** Invalidates an earlier link of the same kind. @returns the token, which is not stored. */
export async function insertLink(
  db: SiteDb,
  siteId: number,
  { userId, kind, newEmail }: NewLink,
  now = Date.now(),
): Promise<string> {
  await deleteLinks(db, siteId, userId, kind);
  const token = randomBytes(TOKEN_BYTES).toString("base64url");
  await db
    .insertInto("account_link")
    .values({
      site_id: siteId,
      user_id: userId,
      kind,
      token_sha256: hashOf(token),
      new_email: newEmail ?? null,
      expires_at: new Date(now + LINK_LIFE_MS[kind]),
    })
    .execute();
  return token;
}

export interface LinkedAccount {
  readonly userId: number;
  readonly email: string;
  readonly displayName: string;
  /** null: none. */
  readonly userName: string | null;
  readonly language: string | null;
  readonly newEmail: string | null;
}

/** A valid link of an account that can sign in; locks its row until the transaction ends. */
export function findLinkedAccount(
  db: SiteDb,
  siteId: number,
  { kind, token }: { readonly kind: LinkKind; readonly token: string },
): Promise<LinkedAccount | undefined> {
  return db
    .selectFrom("account_link as link")
    .innerJoin("site_user as person", (join) =>
      join.onRef("person.id", "=", "link.user_id").onRef("person.site_id", "=", "link.site_id"),
    )
    .select([
      "person.id as userId",
      "person.email",
      "person.display_name as displayName",
      "person.user_name as userName",
      "person.language",
      "link.new_email as newEmail",
    ])
    .where("link.site_id", "=", siteId)
    .where("link.kind", "=", kind)
    .where("link.token_sha256", "=", hashOf(token))
    .where("link.expires_at", ">", sql<Date>`now()`)
    .where("person.is_suspended", "=", false)
    .where((eb) => eb.or([eb("person.expires_at", "is", null), eb("person.expires_at", ">", sql<Date>`now()`)]))
    .forUpdate("link")
    .executeTakeFirst();
}

/** @param kind null: all. */
export async function deleteLinks(db: SiteDb, siteId: number, userId: number, kind: LinkKind | null): Promise<void> {
  let links = db.deleteFrom("account_link").where("site_id", "=", siteId).where("user_id", "=", userId);
  if (kind !== null) links = links.where("kind", "=", kind);
  await links.execute();
}

export async function deleteOldLinks(db: SiteDb, siteId: number): Promise<void> {
  await db
    .deleteFrom("account_link")
    .where("site_id", "=", siteId)
    .where("expires_at", "<", sql<Date>`now()`)
    .execute();
}

export async function insertResetRequest(
  db: SiteDb,
  siteId: number,
  request: { readonly email: string; readonly linkOrigin: string | null; readonly language: string },
): Promise<number> {
  const { id } = await db
    .insertInto("password_reset_request")
    .values({
      site_id: siteId,
      email: request.email,
      link_origin: request.linkOrigin,
      language: request.language,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

/** @returns undefined: it was processed already. */
export function takeResetRequest(db: SiteDb, siteId: number, id: number) {
  return db
    .deleteFrom("password_reset_request")
    .where("site_id", "=", siteId)
    .where("id", "=", id)
    .returningAll()
    .executeTakeFirst();
}
