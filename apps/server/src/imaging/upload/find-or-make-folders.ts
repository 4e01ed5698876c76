/** The way down to a place by the names of its folders, as they came with dropped files. */
import type { UploadDrop } from "@parfocal/core/upload/upload.contract.ts";
import { insertItem } from "#item/item.queries.ts";
import type { SiteDb } from "#platform/db/database.ts";
import { listFoldersOfDrop } from "./drop-order.queries.ts";
import { placeWithDrop } from "./place-with-drop.ts";

interface FolderWay {
  /** Course or folder that the way begins in. */
  readonly parentId: number;
  /** From the top down. */
  readonly titles: readonly string[];
  /** What they are brought with: those that are made come to stand in its order; null: at the end. */
  readonly drop?: UploadDrop | null;
  readonly createdBy: number | null;
}

/**
 * Folders that are missing are made. Each parent's row is locked until the transaction ends, so that two at once find the
 * same folder.
 *
 * @returns id of the last folder; of the parent, if the way is empty; null: the parent is gone.
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
