import { sql } from "kysely";
import type { SiteDb } from "#platform/db/database.ts";
import { findUsableUserById } from "#user/user.queries.ts";
import type { SiteUserRow } from "#user/user.table.ts";

export interface PasskeyRow {
  readonly id: number;
  readonly name: string;
  readonly createdAt: Date;
  readonly lastUsedAt: Date | null;
  readonly credentialId: Buffer;
  readonly transports: readonly string[];
}

const COLUMNS = [
  "id",
  "name",
  "created_at as createdAt",
  "last_used_at as lastUsedAt",
  "credential_id as credentialId",
  "transports",
] as const;

/** Oldest first; at most `PASSKEYS_MAX`. */
export function listPasskeysOf(db: SiteDb, siteId: number, userId: number): Promise<PasskeyRow[]> {
  return db
    .selectFrom("passkey")
    .select(COLUMNS)
    .where("site_id", "=", siteId)
    .where("user_id", "=", userId)
    .orderBy("id")
    .execute();
}

/** Serializes additions to one account. */
export async function lockPasskeysOf(db: SiteDb, siteId: number, userId: number): Promise<void> {
  await db
    .selectFrom("site_user")
    .select("id")
    .where("site_id", "=", siteId)
    .where("id", "=", userId)
    .forNoKeyUpdate()
    .execute();
}

interface NewPasskey {
  readonly userId: number;
  readonly name: string;
  readonly credentialId: Buffer;
  readonly publicKey: Buffer;
  readonly useCount: number;
  readonly transports: readonly string[];
  /** ms since the epoch. */
  readonly challengeMs: number;
}

/** @returns undefined: this credential is already stored. */
export function insertPasskey(db: SiteDb, siteId: number, passkey: NewPasskey): Promise<PasskeyRow | undefined> {
  return db
    .insertInto("passkey")
    .values({
      site_id: siteId,
      user_id: passkey.userId,
      credential_id: passkey.credentialId,
      public_key: passkey.publicKey,
      use_count: passkey.useCount,
      transports: [...passkey.transports],
      name: passkey.name,
      last_challenge_ms: passkey.challengeMs,
    })
    .onConflict((conflict) => conflict.columns(["site_id", "credential_id"]).doNothing())
    .returning(COLUMNS)
    .executeTakeFirst();
}

/** @returns whether the passkey existed. */
export async function deletePasskey(
  db: SiteDb,
  siteId: number,
  { userId, id }: { readonly userId: number; readonly id: number },
): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom("passkey")
    .where("site_id", "=", siteId)
    .where("user_id", "=", userId)
    .where("id", "=", id)
    .executeTakeFirst();
  return numDeletedRows === 1n;
}

/** Deletes all passkeys of a user who has lost their devices. @returns their number. */
export async function deletePasskeysOf(db: SiteDb, siteId: number, userId: number): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom("passkey")
    .where("site_id", "=", siteId)
    .where("user_id", "=", userId)
    .executeTakeFirst();
  return Number(numDeletedRows);
}

interface SigningKey {
  readonly id: number;
  readonly publicKey: Buffer;
  readonly useCount: number;
  readonly lastChallengeMs: number;
  readonly user: SiteUserRow;
}

/**
 * The passkey and its account, if the account can sign in now. Locks the passkey's row until the transaction ends, so
 * that a second use of the same challenge sees the first.
 */
export async function lockUsablePasskey(
  db: SiteDb,
  siteId: number,
  credentialId: Buffer,
): Promise<SigningKey | undefined> {
  const key = await db
    .selectFrom("passkey")
    .select([
      "id",
      "user_id as userId",
      "public_key as publicKey",
      "use_count as useCount",
      "last_challenge_ms as lastChallengeMs",
    ])
    .where("site_id", "=", siteId)
    .where("credential_id", "=", credentialId)
    .forUpdate()
    .executeTakeFirst();
  if (!key) return undefined;
  const user = await findUsableUserById(db, siteId, key.userId);
  return user && { ...key, user };
}

export async function recordUse(
  db: SiteDb,
  siteId: number,
  { id, useCount, challengeMs }: { readonly id: number; readonly useCount: number; readonly challengeMs: number },
): Promise<void> {
  await db
    .updateTable("passkey")
    .set({ use_count: useCount, last_challenge_ms: challengeMs, last_used_at: sql<Date>`now()` })
    .where("site_id", "=", siteId)
    .where("id", "=", id)
    .execute();
}
