import { sql } from "kysely";
import type { SiteDb } from "#platform/db/database.ts";

/** Deleted in one transaction; what is left goes an hour later. */
const DELETED_AT_ONCE = 50_000;

/** Deletes entries that are older than the days which the site keeps them (option `auditDays`). @returns how many. */
export async function deleteOldAuditEntries(db: SiteDb): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT delete_old_audit_entries(${DELETED_AT_ONCE}::int) AS count
  `.execute(db);
  return rows[0]?.count ?? 0;
}
