import { sql } from "kysely";
import type { SiteDb } from "#platform/db/database.ts";

/** Maximum number deleted in one transaction; the rest is deleted an hour later. */
const DELETED_AT_ONCE = 50_000;

/** Deletes entries that are older than the site's retention time (option `auditDays`). @returns their number. */
export async function deleteOldAuditEntries(db: SiteDb): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT delete_old_audit_entries(${DELETED_AT_ONCE}::int) AS count
  `.execute(db);
  return rows[0]?.count ?? 0;
}
