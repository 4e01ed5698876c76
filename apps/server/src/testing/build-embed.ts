/** Embeds and textbooks, created without a call. */
import { randomUUID } from "node:crypto";
import { insertEmbedFacts } from "#embed/embed.queries.ts";
import { insertItem } from "#item/item.queries.ts";
import { withSite } from "#platform/db/database.ts";
import { attachmentName } from "#platform/files/file-store.ts";
import { findEmbedHosts, updateEmbedHosts } from "#site/site.queries.ts";
import { addDocument } from "#textbook/receive-textbook.ts";
import { insertTextbookFacts, updateTextbookFacts } from "#textbook/textbook.queries.ts";
import { place } from "./build-content.ts";
import type { TestSite } from "./build-site.ts";

export const EMBED_HOST = "videos.example.org";

/** Also allows its host. @returns its ID. */
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

interface TextbookOptions {
  readonly parentId: number;
  readonly title?: string;
  /** File name of its PDF; omitted: no PDF. */
  readonly filename?: string;
}

/** @returns its ID. */
export async function buildTextbook(site: TestSite, options: TextbookOptions): Promise<number> {
  const { parentId, title = "Pathology", filename } = options;
  const { database } = site.server.platform;
  const id = await withSite(database, site.id, async (db) => {
    const item = await insertItem(db, site.id, { kind: "textbook", title, createdBy: null });
    await insertTextbookFacts(db, site.id, item.id, { diagnosis: "", attachment_id: null });
    return item.id;
  });
  await place(site, { parentId, itemId: id });
  if (filename !== undefined) {
    const bytes = Buffer.from("%PDF-1.4\n");
    const file = { storedName: randomUUID(), filename, mediaType: "application/pdf", bytes: bytes.length };
    await site.server.platform.files.write(attachmentName(site.id, file.storedName), bytes);
    await withSite(database, site.id, async (db) => {
      const document = await addDocument(db, { siteId: site.id, textbookId: id, createdBy: null }, file);
      await updateTextbookFacts(db, site.id, id, { attachment_id: document });
    });
  }
  return id;
}
