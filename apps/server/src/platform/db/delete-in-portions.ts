import { type RawBuilder, sql } from "kysely";
import { type Database, type Tables, withSiteAtLeisure } from "./database.ts";

/** Search entries and counts are deleted with each row, so a portion takes a second or two. */
const PORTION = 2_000;

/**
 * Deletes up to some hundred thousand rows, each portion in its own transaction: rows left by a kill or a failure are
 * deleted the next time. Only for rows that can no longer be accessed.
 *
 * @param table has the columns `site_id` and `id`. @param condition on its rows.
 */
export async function deleteInPortions(
  database: Database,
  siteId: number,
  table: keyof Tables,
  condition: RawBuilder<unknown>,
): Promise<void> {
  for (;;) {
    const { numAffectedRows } = await withSiteAtLeisure(database, siteId, (db) =>
      sql`
        DELETE FROM ${sql.table(table)} WHERE site_id = ${siteId}
          AND id IN (SELECT id FROM ${sql.table(table)} WHERE site_id = ${siteId} AND (${condition}) LIMIT ${PORTION})
      `.execute(db),
    );
    if (numAffectedRows === undefined || numAffectedRows < PORTION) return;
  }
}
