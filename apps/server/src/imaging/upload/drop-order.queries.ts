/** Files and folders of a drop that a parent already contains. */
import type { CameWithDrop } from "@parfocal/core/upload/drop-order.ts";
import { sql } from "kysely";
import type { SiteDb } from "#platform/db/database.ts";

export function listSlidesOfDrop(
  db: SiteDb,
  siteId: number,
  { dropKey, parentId }: { dropKey: string; parentId: number },
): Promise<CameWithDrop[]> {
  return db
    .selectFrom("upload")
    .innerJoin("placement", (join) =>
      join.onRef("placement.item_id", "=", "upload.image_id").onRef("placement.site_id", "=", "upload.site_id"),
    )
    .select(["placement.item_id as itemId", "upload.drop_number as number"])
    .where("upload.site_id", "=", siteId)
    .where("upload.drop_key", "=", dropKey)
    .where("upload.state", "=", "done")
    .where("placement.parent_id", "=", parentId)
    .$narrowType<{ number: number }>()
    .execute();
}

interface FoldersOfDrop {
  readonly dropKey: string;
  /** Course or folder that received the drop. */
  readonly rootId: number;
  /** Folders below it, from the top down, to the parent. */
  readonly above: readonly string[];
  readonly parentId: number;
}

/** Folders of a drop, each with the number of its first uploaded file. */
export async function listFoldersOfDrop(
  db: SiteDb,
  siteId: number,
  { dropKey, rootId, above, parentId }: FoldersOfDrop,
): Promise<CameWithDrop[]> {
  const { rows } = await sql<CameWithDrop>`
    SELECT item.id AS "itemId", min(upload.drop_number) AS number
    FROM upload
    JOIN placement ON placement.site_id = upload.site_id AND placement.parent_id = ${parentId}
    JOIN item ON item.site_id = upload.site_id AND item.id = placement.item_id AND item.kind = 'folder'
      AND item.title = upload.folders[${above.length + 1}::int] AND item.deleted_at IS NULL
    WHERE upload.site_id = ${siteId} AND upload.drop_key = ${dropKey}::uuid AND upload.state = 'done'
      AND upload.parent_id = ${rootId} AND upload.folders[1:${above.length}::int] = ${[...above]}::text[]
    GROUP BY item.id
  `.execute(db);
  return rows;
}
