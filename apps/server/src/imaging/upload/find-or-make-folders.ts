/** Finds or creates the folders of dropped files by their names. */
import type { UploadDrop } from "@parfocal/core/upload/upload.contract.ts";
import { insertItem } from "#item/item.queries.ts";
import type { SiteDb } from "#platform/db/database.ts";
import { listFoldersOfDrop } from "./drop-order.queries.ts";
import { placeWithDrop } from "./place-with-drop.ts";

interface FolderWay {
  /** Course or folder at the top. */
  readonly parentId: number;
  /** From the top down. */
  readonly titles: readonly string[];
  /** The drop, in whose order new folders are placed; null: at the end. */
  readonly drop?: UploadDrop | null;
  readonly createdBy: number | null;
}

/**
 * Missing folders are created. Each parent's row is locked until the transaction ends, so that two simultaneous uploads
 * use the same folder.
 *
 * @returns ID of the last folder, or of the parent if there are no folders; null: the parent no longer exists.
 */
export async function findOrMakeFolders(
  db: SiteDb,
  siteId: number,
  { parentId, titles, drop = null, createdBy }: FolderWay,
): Promise<number | null> {
  let at = parentId;
  if (!(await lockParent(db, siteId, at))) return null;
  for (const [depth, title] of titles.entries()) {
    const known = await findFolder(db, siteId, at, title);
    const id = known ?? (await insertItem(db, siteId, { kind: "folder", title, createdBy })).id;
    if (known === undefined) {
      const way = { rootId: parentId, above: titles.slice(0, depth), parentId: at };
      const come = drop ? await listFoldersOfDrop(db, siteId, { dropKey: drop.key, ...way }) : [];
      await placeWithDrop(db, siteId, { parentId: at, itemId: id, drop, come });
    }
    await lockParent(db, siteId, id);
    at = id;
  }
  return at;
}

async function lockParent(db: SiteDb, siteId: number, id: number): Promise<boolean> {
  const row = await db
    .selectFrom("item")
    .select("id")
    .where("site_id", "=", siteId)
    .where("id", "=", id)
    .where("kind", "in", ["course", "folder"])
    .where("deleted_at", "is", null)
    .forUpdate()
    .executeTakeFirst();
  return row !== undefined;
}

async function findFolder(db: SiteDb, siteId: number, parentId: number, title: string): Promise<number | undefined> {
  const row = await db
    .selectFrom("placement")
    .innerJoin("item", (join) =>
      join.onRef("item.id", "=", "placement.item_id").onRef("item.site_id", "=", "placement.site_id"),
    )
    .select("item.id")
    .where("placement.site_id", "=", siteId)
    .where("placement.parent_id", "=", parentId)
    .where("item.kind", "=", "folder")
    .where("item.title", "=", title)
    .where("item.deleted_at", "is", null)
    .orderBy("placement.position")
    .executeTakeFirst();
  return row?.id;
}
