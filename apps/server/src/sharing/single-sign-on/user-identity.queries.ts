import type { Role } from "@parfocal/core/access/capabilities.ts";
import { sql } from "kysely";
import type { SiteDb } from "#platform/db/database.ts";
import type { Identity } from "./identity-provider.ts";

export type Subject = Pick<Identity, "issuer" | "subject">;

const IS_USABLE = sql<boolean>`(NOT site_user.is_suspended
  AND (site_user.expires_at IS NULL OR site_user.expires_at > now()))`;

/** Serializes sign-ins of the site until the transaction ends: two concurrent first sign-ins create one account. */
export async function lockIdentities(db: SiteDb, siteId: number): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended('user identities', ${siteId}))`.execute(db);
}

export interface IdentityAccount {
  readonly id: number;
  readonly role: Role;
  readonly isUsable: boolean;
}

/** The account of a person at the provider; undefined: they have not signed in before. */
export function findIdentityAccount(
  db: SiteDb,
  siteId: number,
  { issuer, subject }: Subject,
): Promise<IdentityAccount | undefined> {
  return db
    .selectFrom("user_identity")
    .innerJoin("site_user", (join) =>
      join.onRef("site_user.id", "=", "user_identity.user_id").onRef("site_user.site_id", "=", "user_identity.site_id"),
    )
    .select(["site_user.id", "site_user.role", IS_USABLE.as("isUsable")])
    .where("user_identity.site_id", "=", siteId)
    .where("user_identity.issuer", "=", issuer)
    .where("user_identity.subject", "=", subject)
    .executeTakeFirst();
}

export function findAccountByEmail(db: SiteDb, siteId: number, email: string): Promise<IdentityAccount | undefined> {
  return db
    .selectFrom("site_user")
    .select(["site_user.id", "site_user.role", IS_USABLE.as("isUsable")])
    .where("site_user.site_id", "=", siteId)
    .where(sql<string>`lower(site_user.email)`, "=", email.toLowerCase())
    .executeTakeFirst();
}

export async function insertIdentity(
  db: SiteDb,
  siteId: number,
  { identity: { issuer, subject }, userId }: { readonly identity: Subject; readonly userId: number },
): Promise<void> {
  await db.insertInto("user_identity").values({ site_id: siteId, issuer, subject, user_id: userId }).execute();
}
