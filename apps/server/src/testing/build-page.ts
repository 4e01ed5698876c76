/** A static page, created without a call. */
import { insertItem } from "#item/item.queries.ts";
import { savePageContent } from "#page/page.queries.ts";
import { withSite } from "#platform/db/database.ts";
import { type Placing, place } from "./build-content.ts";
import type { TestSite } from "./build-site.ts";

/** @returns its ID. */
export async function buildPage(
  site: TestSite,
  {
    parentId,
    title = "About",
    content = "",
    ...placing
  }: { parentId: number; title?: string; content?: string } & Placing,
): Promise<number> {
  const id = await withSite(site.server.platform.database, site.id, async (db) => {
    const item = await insertItem(db, site.id, { kind: "page", title, createdBy: null });
    await savePageContent(db, site.id, item.id, content);
    return item.id;
  });
  await place(site, { parentId, itemId: id, ...placing });
  return id;
}
