/** Courses and folders for test content. */
import type { ItemKind } from "@parfocal/core/item/item-kinds.ts";
import { appendCourse } from "#course/course.queries.ts";
import { appendPlacement, insertItem } from "#item/item.queries.ts";
import { type SiteDb, withSite } from "#platform/db/database.ts";
import type { TestSite } from "./build-site.ts";

const asSite = <Result>(site: TestSite, work: (db: SiteDb) => Promise<Result>): Promise<Result> =>
  withSite(site.server.platform.database, site.id, work);

export interface Placing {
  readonly isActive?: boolean;
  readonly annotationsActive?: boolean;
}

/** @returns its ID. */
export function buildCourse(
  site: TestSite,
  { title = "Histology", isVisible = true }: { title?: string; isVisible?: boolean } = {},
): Promise<number> {
  return asSite(site, async (db) => {
    const item = await insertItem(db, site.id, { kind: "course", title, createdBy: null });
    await appendCourse(db, site.id, item.id);
    await db
      .updateTable("course")
      .set({ is_visible: isVisible })
      .where("site_id", "=", site.id)
      .where("item_id", "=", item.id)
      .execute();
    return item.id;
  });
}

/** @returns its ID. */
export async function buildFolder(
  site: TestSite,
  { parentId, title = "Kidney", ...placing }: { parentId: number; title?: string } & Placing,
): Promise<number> {
  const item = await asSite(site, (db) => insertItem(db, site.id, { kind: "folder", title, createdBy: null }));
  await place(site, { parentId, itemId: item.id, ...placing });
  return item.id;
}

/**
 * An item with a title and a placement, but no content: an image without a file, a page without text. @returns its ID.
 */
export async function buildItem(
  site: TestSite,
  { kind, parentId, title = "Item", ...placing }: { kind: ItemKind; parentId: number; title?: string } & Placing,
): Promise<number> {
  const item = await asSite(site, (db) => insertItem(db, site.id, { kind, title, createdBy: null }));
  await place(site, { parentId, itemId: item.id, ...placing });
  return item.id;
}

/** At the end of the parent. */
export function place(
  site: TestSite,
  { parentId, itemId, isActive = true, annotationsActive = true }: { parentId: number; itemId: number } & Placing,
): Promise<void> {
  return asSite(site, async (db) => {
    await appendPlacement(db, site.id, { parentId, itemId });
    await db
      .updateTable("placement")
      .set({ is_active: isActive, annotations_active: annotationsActive })
      .where("site_id", "=", site.id)
      .where("parent_id", "=", parentId)
      .where("item_id", "=", itemId)
      .execute();
  });
}
