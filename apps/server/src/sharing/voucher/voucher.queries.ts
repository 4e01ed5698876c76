import { VOUCHERS_A_PAGE } from "@parfocal/core/voucher/voucher.contract.ts";
import type { VoucherStatus } from "@parfocal/core/voucher/voucher-status.ts";
import { type SqlBool, sql } from "kysely";
import type { SiteDb } from "#platform/db/database.ts";
import { containing } from "#platform/db/like-pattern.ts";
import { inSiteTime } from "#platform/db/site-time.ts";

/** The same rule as `statusOfVoucher`; a test compares both. */
const STATUS = sql<VoucherStatus>`
  CASE
    WHEN voucher.used_at IS NOT NULL THEN 'used'
    WHEN voucher.expires_at < now() THEN 'expired'
    WHEN voucher.is_deleted THEN 'disabled'
    ELSE 'active'
  END`;

interface NewVouchers {
  readonly batch: number;
  readonly codes: readonly { readonly lookup: Buffer; readonly shown: Buffer }[];
  readonly prefix: string;
  /** In the site's time zone, as is the next field; null: no limit. */
  readonly expirationDate: string | null;
  readonly accountExpirationDate: string | null;
  readonly groupId: number | null;
  readonly createdBy: number;
}

export async function nextVoucherBatch(db: SiteDb): Promise<number> {
  const { rows } = await sql<{ batch: number }>`SELECT nextval('voucher_batch') AS batch`.execute(db);
  return rows[0]?.batch ?? 0;
}

export async function insertVouchers(db: SiteDb, siteId: number, vouchers: NewVouchers): Promise<void> {
  const { batch, codes, prefix, expirationDate, accountExpirationDate, groupId, createdBy } = vouchers;
  await sql`
    INSERT INTO voucher
      (site_id, batch, lookup, shown, prefix, expires_at, account_expires_at, user_group_id, created_by)
    SELECT site.id, ${batch}, code.lookup, code.shown, ${prefix},
      ${expirationDate}::timestamp AT TIME ZONE site.time_zone,
      ${accountExpirationDate}::timestamp AT TIME ZONE site.time_zone,
      ${groupId}, ${createdBy}
    FROM site, unnest(${codes.map(({ lookup }) => lookup)}::bytea[], ${codes.map(({ shown }) => shown)}::bytea[])
      AS code (lookup, shown)
    WHERE site.id = ${siteId}
  `.execute(db);
}

/** The current time in the site's time zone, in the format of dates. */
export async function findSiteTime(db: SiteDb, siteId: number): Promise<string> {
  const { now } = await db
    .selectFrom("site")
    .select(inSiteTime<string>(sql`now()`).as("now"))
    .where("id", "=", siteId)
    .executeTakeFirstOrThrow();
  return now;
}

export async function countUnusedVouchers(db: SiteDb, siteId: number): Promise<number> {
  const { count } = await db
    .selectFrom("voucher")
    .select(sql<number>`count(*)`.as("count"))
    .where("site_id", "=", siteId)
    .where("used_at", "is", null)
    .executeTakeFirstOrThrow();
  return count;
}

interface VoucherQuery {
  /** Part of a person's name or email address; empty: all. */
  readonly q: string;
  /** Hashes of a complete code; null: `q` is not one. */
  readonly lookups: readonly Buffer[] | null;
  readonly status?: VoucherStatus | undefined;
  readonly batch?: number | undefined;
  /** ID of the user group that they add people to. */
  readonly group?: number | undefined;
  /** Starts at 1. */
  readonly page: number;
}

export async function findVouchers(db: SiteDb, siteId: number, query: VoucherQuery) {
  const { q, lookups, status, batch, group, page } = query;
  const pattern = containing(q);
  const found = db
    .selectFrom("voucher")
    .innerJoin("site", "site.id", "voucher.site_id")
    .leftJoin("site_user", (join) =>
      join.onRef("site_user.id", "=", "voucher.used_by").onRef("site_user.site_id", "=", "voucher.site_id"),
    )
    .leftJoin("user_group", (join) =>
      join.onRef("user_group.id", "=", "voucher.user_group_id").onRef("user_group.site_id", "=", "voucher.site_id"),
    )
    .where("voucher.site_id", "=", siteId)
    .$if(status !== undefined, (rows) => rows.where(sql<SqlBool>`${STATUS} = ${status}`))
    .$if(batch !== undefined, (rows) => rows.where("voucher.batch", "=", batch ?? 0))
    .$if(group !== undefined, (rows) => rows.where("voucher.user_group_id", "=", group ?? 0))
    .$if(lookups !== null, (rows) => rows.where("voucher.lookup", "in", lookups ?? []))
    .$if(lookups === null && q !== "", (rows) =>
      rows.where((eb) =>
        eb.or([eb("site_user.display_name", "ilike", pattern), eb("site_user.email", "ilike", pattern)]),
      ),
    );
  const { total } = await found.select(sql<number>`count(*)`.as("total")).executeTakeFirstOrThrow();
  const rows = await found
    .select([
      "voucher.id",
      "voucher.shown",
      "voucher.prefix",
      "voucher.batch",
      "voucher.is_deleted as isDeleted",
      "voucher.created_at as createdAt",
      STATUS.as("status"),
      inSiteTime(sql.ref("voucher.expires_at")).as("expirationDate"),
      inSiteTime(sql.ref("voucher.account_expires_at")).as("accountExpirationDate"),
      "site_user.id as userId",
      "site_user.display_name as userName",
      "site_user.email",
      "user_group.id as groupId",
      "user_group.title as groupTitle",
    ])
    .orderBy("voucher.id", "desc")
    .limit(VOUCHERS_A_PAGE)
    .offset((page - 1) * VOUCHERS_A_PAGE)
    .execute();
  return { rows, total };
}

/** In the order in which they were generated. @param most rows. */
export function listActiveVouchers(
  db: SiteDb,
  siteId: number,
  { batch, most }: { readonly batch?: number | undefined; readonly most: number },
): Promise<{ shown: Buffer; prefix: string }[]> {
  return db
    .selectFrom("voucher")
    .select(["shown", "prefix"])
    .where("site_id", "=", siteId)
    .where(sql<SqlBool>`${STATUS} = 'active'`)
    .$if(batch !== undefined, (query) => query.where("batch", "=", batch ?? 0))
    .orderBy("id")
    .limit(most)
    .execute();
}

/** @returns whether the voucher existed. */
export async function markVoucherDeleted(db: SiteDb, siteId: number, id: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("voucher")
    .set({ is_deleted: true })
    .where("site_id", "=", siteId)
    .where("id", "=", id)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

interface SpentVoucher {
  readonly id: number;
  readonly groupId: number | null;
  /** Last instant of the account; null: no limit. */
  readonly accountExpiresAt: Date | null;
}

/** Whether the code can be used now; checked before any error about the person's details is reported. */
export async function isVoucherActive(db: SiteDb, siteId: number, lookups: readonly Buffer[]): Promise<boolean> {
  const row = await db
    .selectFrom("voucher")
    .select("id")
    .where("site_id", "=", siteId)
    .where("lookup", "in", lookups)
    .where(sql<SqlBool>`${STATUS} = 'active'`)
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * A single statement, so that only one of several concurrent requests uses it (rule D-6). @returns undefined: it cannot
 * be used.
 */
export function spendVoucher(
  db: SiteDb,
  siteId: number,
  { lookups, userId }: { readonly lookups: readonly Buffer[]; readonly userId: number },
): Promise<SpentVoucher | undefined> {
  return db
    .updateTable("voucher")
    .set({ used_by: userId, used_at: sql<Date>`now()` })
    .where("site_id", "=", siteId)
    .where("lookup", "in", lookups)
    .where(sql<SqlBool>`${STATUS} = 'active'`)
    .returning(["id", "user_group_id as groupId", "account_expires_at as accountExpiresAt"])
    .executeTakeFirst();
}
