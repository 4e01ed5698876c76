/** Finds the slide of an identical file, and places it where the new copy was to be placed. */
import type { KnownSlide, UploadDrop } from "@parfocal/core/upload/upload.contract.ts";
import { sql } from "kysely";
import { findImageFacts } from "#image-card/image-facts.queries.ts";
import { ALL_SEEING } from "#item/access-scope.ts";
import { listCrumbs } from "#item/item.queries.ts";
import { listPathsTo } from "#item/item-paths.queries.ts";
import type { SiteDb } from "#platform/db/database.ts";
import { listSlidesOfDrop } from "./drop-order.queries.ts";
import { findOrMakeFolders } from "./find-or-make-folders.ts";
import { placeWithDrop } from "./place-with-drop.ts";

interface KnownImage {
  readonly imageId: number;
  readonly title: string;
}

/** The oldest. @param exceptImageId is ignored. */
export function findImageOfFile(
  db: SiteDb,
  siteId: number,
  sha256: string,
  exceptImageId = 0,
): Promise<KnownImage | undefined> {
  return db
    .selectFrom("slide_file")
    .innerJoin("image", (join) =>
      join.onRef("image.slide_file_id", "=", "slide_file.id").onRef("image.site_id", "=", "slide_file.site_id"),
    )
    .innerJoin("item", (join) =>
      join.onRef("item.id", "=", "image.item_id").onRef("item.site_id", "=", "image.site_id"),
    )
    .select(["item.id as imageId", "item.title"])
    .where("slide_file.site_id", "=", siteId)
    .where("slide_file.sha256", "=", sha256)
    .where("slide_file.state", "in", ["ready", "processing"])
    .where("item.deleted_at", "is", null)
    .where("item.id", "!=", exceptImageId)
    .orderBy("item.id")
    .executeTakeFirst();
}

/** Serializes transactions that make a slide from the same file. */
export async function waitForSameFile(db: SiteDb, siteId: number, sha256: string): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${`${siteId} ${sha256}`}, 0))`.execute(db);
}

export async function describeKnownSlide(
  db: SiteDb,
  siteId: number,
  { imageId, title }: KnownImage,
): Promise<KnownSlide> {
  const [path] = await listPathsTo(db, siteId, imageId, ALL_SEEING);
  const facts = await findImageFacts(db, siteId, [imageId], { isManager: true });
  const parents = await db
    .selectFrom("placement")
    .select("parent_id")
    .where("site_id", "=", siteId)
    .where("item_id", "=", imageId)
    .orderBy("parent_id")
    .execute();
  return {
    imageId,
    title,
    thumbnail: facts.get(imageId)?.thumbnail ?? null,
    path: await listCrumbs(db, siteId, path?.ids ?? [imageId]),
    parentIds: parents.map((row) => row.parent_id),
  };
}

export interface RequestedPlace {
  /** null, or a course or folder that no longer exists: without placement. */
  readonly parentId: number | null;
  /** Below it, from the top down; missing folders are created. */
  readonly folders: readonly string[];
  /** The drop that it belongs to; null or omitted: none. */
  readonly drop?: UploadDrop | null;
  readonly createdBy: number | null;
}

/** Nothing happens if the parent already contains it. */
export async function placeImage(
  db: SiteDb,
  siteId: number,
  imageId: number,
  { parentId, folders, drop = null, createdBy }: RequestedPlace,
): Promise<void> {
  const folderId =
    parentId === null ? null : await findOrMakeFolders(db, siteId, { parentId, titles: folders, drop, createdBy });
  if (folderId === null) return;
  const known = await db
    .selectFrom("placement")
    .select("item_id")
    .where("site_id", "=", siteId)
    .where("parent_id", "=", folderId)
    .where("item_id", "=", imageId)
    .executeTakeFirst();
  if (known) return;
  const come = drop ? await listSlidesOfDrop(db, siteId, { dropKey: drop.key, parentId: folderId }) : [];
  await placeWithDrop(db, siteId, { parentId: folderId, itemId: imageId, drop, come });
}
