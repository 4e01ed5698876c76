import { type RawBuilder, sql } from "kysely";
import { type Database, type Tables, withSiteAtLeisure } from "./database.ts";

/** What is searched and what is counted of each row goes with it: so many take a second or two. */
const PORTION = 2_000;

/**
 * Deletes what may be a hundred thousand rows, each portion in a transaction of its own: what a kill or a failure leaves is
 * deleted the next time. Only for rows that nobody can get at any more.
 *
 * @param table one with `site_id` and `id`. @param condition on its rows.
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
