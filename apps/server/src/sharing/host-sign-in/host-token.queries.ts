import { createHash } from "node:crypto";
import type { Role } from "@parfocal/core/access/capabilities.ts";
import { sql } from "kysely";
import type { SiteDb } from "#platform/db/database.ts";

/** @returns whether it had not been used before. */
export async function useTokenOnce(db: SiteDb, siteId: number, jti: string): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto("host_token_use")
    .values({ site_id: siteId, jti_sha256: createHash("sha256").update(jti).digest() })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

/** Longer than the lifetime of any token. */
export async function deleteOldTokenUses(db: SiteDb, siteId: number): Promise<void> {
  const isOld = sql<Date>`now() - interval '1 hour'`;
  await db.deleteFrom("host_token_use").where("site_id", "=", siteId).where("used_at", "<", isOld).execute();
  await db.deleteFrom("host_session_end").where("site_id", "=", siteId).where("ended_at", "<", isOld).execute();
}

interface HostPerson {
  readonly id: number;
  readonly role: Role;
  readonly displayName: string;
  readonly isUsable: boolean;
  /** Whether the token's session exists. */
  readonly hasSession: boolean;
  readonly isSessionEnded: boolean;
  /** Whether tokens issued at this time are rejected. */
  readonly isOutdated: boolean;
}

/** One statement, since every request of a host's page runs it. @param issuedAtS s since the epoch. */
export async function findHostPerson(
  db: SiteDb,
  siteId: number,
  who: {
    readonly issuer: string;
    readonly subject: string;
    readonly sessionSha256: Buffer;
    readonly issuedAtS: number;
  },
): Promise<HostPerson | undefined> {
  return db
    .selectFrom("user_identity")
    .innerJoin("site_user", (join) =>
      join.onRef("site_user.id", "=", "user_identity.user_id").onRef("site_user.site_id", "=", "user_identity.site_id"),
    )
    .select([
      "site_user.id",
      "site_user.role",
      "site_user.display_name as displayName",
      sql<boolean>`NOT site_user.is_suspended AND (site_user.expires_at IS NULL OR site_user.expires_at > now())`.as(
        "isUsable",
      ),
      sql<boolean>`EXISTS (SELECT 1 FROM user_session WHERE user_session.site_id = ${siteId}
        AND user_session.token_sha256 = ${who.sessionSha256} AND user_session.user_id = site_user.id)`.as("hasSession"),
      sql<boolean>`EXISTS (SELECT 1 FROM host_session_end WHERE host_session_end.site_id = ${siteId}
        AND host_session_end.token_sha256 = ${who.sessionSha256})`.as("isSessionEnded"),
      sql<boolean>`COALESCE(to_timestamp(${who.issuedAtS}::float8) < user_identity.tokens_after, false)`.as(
        "isOutdated",
      ),
    ])
    .where("user_identity.site_id", "=", siteId)
    .where("user_identity.issuer", "=", who.issuer)
    .where("user_identity.subject", "=", who.subject)
    .executeTakeFirst();
}

/** @param atS s since the epoch. */
export async function refuseTokensBefore(
  db: SiteDb,
  siteId: number,
  { issuer, subject, atS }: { readonly issuer: string; readonly subject: string; readonly atS: number },
): Promise<void> {
  await db
    .updateTable("user_identity")
    .set({ tokens_after: sql<Date>`to_timestamp(${atS}::float8)` })
    .where("site_id", "=", siteId)
    .where("issuer", "=", issuer)
    .where("subject", "=", subject)
    .execute();
}
