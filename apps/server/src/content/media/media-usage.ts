/** Lists where a library file is used, so that an image in use is not removed by mistake. */
import type { MediaUse } from "@parfocal/core/media/media.contract.ts";
import { sql } from "kysely";
import type { SiteDb } from "#platform/db/database.ts";
import { MEDIA_PLACES } from "./media-places.ts";

/** Maximum number of listed uses. */
const MAX_USES = 200;

/** Lists each item once for each type of use; items in the bin are included, since they can be restored. */
export async function listMediaUses(db: SiteDb, siteId: number, id: number): Promise<MediaUse[]> {
  const address = `%/api/v2/media/${id}/%`;
  const parts = MEDIA_PLACES.map(({ where, table, item, column, holds }) => {
    const at = sql.ref(`place.${column}`);
    const names = holds === "id" ? sql`${at} = ${id}` : sql`${at}::text LIKE ${address}`;
    return sql`
      SELECT ${where}::text AS "where", place.${sql.ref(item)} AS item_id FROM ${sql.table(table)} AS place
      WHERE place.site_id = ${siteId} AND ${names}`;
  });
  const { rows } = await sql<MediaUse>`
    SELECT DISTINCT used."where", item.id AS "itemId", item.kind AS "itemType", item.title
    FROM (${sql.join(parts, sql` UNION ALL `)}) AS used
    JOIN item ON item.site_id = ${siteId} AND item.id = used.item_id
    ORDER BY item.title, item.id, used."where"
    LIMIT ${MAX_USES}
  `.execute(db);
  return rows;
}
