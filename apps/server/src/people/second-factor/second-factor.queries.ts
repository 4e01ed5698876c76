import { sql } from "kysely";
import type { SiteDb } from "#platform/db/database.ts";

interface SecondFactorRow {
  readonly sealedSecret: Buffer;
  readonly isConfirmed: boolean;
}

/** Locks the row until the transaction ends. */
export function lockSecondFactor(db: SiteDb, siteId: number, userId: number): Promise<SecondFactorRow | undefined> {
  return db
    .selectFrom("second_factor")
    .select(["sealed_secret as sealedSecret", sql<boolean>`confirmed_at IS NOT NULL`.as("isConfirmed")])
    .where("site_id", "=", siteId)
    .where("user_id", "=", userId)
    .forUpdate()
    .executeTakeFirst();
}

/** Replaces an unconfirmed second factor. */
export async function insertSecret(db: SiteDb, siteId: number, userId: number, sealedSecret: Buffer): Promise<void> {
  await deleteSecondFactor(db, siteId, userId);
  await db
    .insertInto("second_factor")
    .values({ site_id: siteId, user_id: userId, sealed_secret: sealedSecret })
    .execute();
}

/** @returns false: a code of this or a later step has been used. */
export async function spendStep(db: SiteDb, siteId: number, userId: number, step: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("second_factor")
    .set({ last_step: step })
    .where("site_id", "=", siteId)
    .where("user_id", "=", userId)
    .where("last_step", "<", step)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

export async function confirmSecret(
  db: SiteDb,
  siteId: number,
  userId: number,
  codeHashes: readonly Buffer[],
): Promise<void> {
  await db
    .updateTable("second_factor")
    .set({ confirmed_at: sql<Date>`now()` })
    .where("site_id", "=", siteId)
    .where("user_id", "=", userId)
    .execute();
  await db
    .insertInto("recovery_code")
    .values(codeHashes.map((hash) => ({ site_id: siteId, user_id: userId, code_sha256: hash })))
    .execute();
}

/** @returns whether the code existed. */
export async function spendRecoveryCode(db: SiteDb, siteId: number, userId: number, hash: Buffer): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom("recovery_code")
    .where("site_id", "=", siteId)
    .where("user_id", "=", userId)
    .where("code_sha256", "=", hash)
    .executeTakeFirst();
  return numDeletedRows === 1n;
}

export async function countRecoveryCodes(db: SiteDb, siteId: number, userId: number): Promise<number> {
  const { count } = await db
    .selectFrom("recovery_code")
    .select(sql<number>`count(*)`.as("count"))
    .where("site_id", "=", siteId)
    .where("user_id", "=", userId)
    .executeTakeFirstOrThrow();
  return count;
}

/** Also deletes its recovery codes. @returns whether it was enabled. */
export async function deleteSecondFactor(db: SiteDb, siteId: number, userId: number): Promise<boolean> {
  const row = await db
    .deleteFrom("second_factor")
    .where("site_id", "=", siteId)
    .where("user_id", "=", userId)
    .returning(sql<boolean>`confirmed_at IS NOT NULL`.as("wasOn"))
    .executeTakeFirst();
  return row?.wasOn ?? false;
}

export async function isSecondFactorNeeded(db: SiteDb, siteId: number): Promise<boolean> {
  const row = await db
    .selectFrom("site")
    .select("needs_second_factor")
    .where("id", "=", siteId)
    .executeTakeFirstOrThrow();
  return row.needs_second_factor;
}
