/** Embeds and textbooks, made without a call. */
import { insertEmbedFacts } from "#embed/embed.queries.ts";
import { insertItem } from "#item/item.queries.ts";
import { withSite } from "#platform/db/database.ts";
import { findEmbedHosts, updateEmbedHosts } from "#site/site.queries.ts";
import { insertTextbookFacts } from "#textbook/textbook.queries.ts";
import { place } from "./build-content.ts";
import type { TestSite } from "./build-site.ts";

export const EMBED_HOST = "videos.example.org";

/** Its host is allowed. @returns its id. */
export async function buildEmbed(site: TestSite, { parentId }: { parentId: number }): Promise<number> {
  const id = await withSite(site.server.platform.database, site.id, async (db) => {
    const hosts = await findEmbedHosts(db, site.id);
    await updateEmbedHosts(db, site.id, [...new Set([...hosts, EMBED_HOST])]);
    const item = await insertItem(db, site.id, { kind: "embed", title: "A video", createdBy: null });
    await insertEmbedFacts(db, site.id, item.id, { url: `https://${EMBED_HOST}/1`, is_full_size_enabled: false });
    return item.id;
  });
  await place(site, { parentId, itemId: id });
  return id;
}

/** Without a PDF. @returns its id. */
export async function buildTextbook(site: TestSite, { parentId }: { parentId: number }): Promise<number> {
  const id = await withSite(site.server.platform.database, site.id, async (db) => {
    const item = await insertItem(db, site.id, { kind: "textbook", title: "Pathology", createdBy: null });
    await insertTextbookFacts(db, site.id, item.id, { diagnosis: "", attachment_id: null });
    return item.id;
  });
  await place(site, { parentId, itemId: id });
  return id;
}
