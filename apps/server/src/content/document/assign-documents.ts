/**
 * Attaches documents to an item. Each attachment gets its own name for the same bytes (in a folder: a hard link), so
 * that removing the document or the attachment does not affect the other; the names are created before the rows (rule
 * D-5).
 */
import { randomUUID } from "node:crypto";
import type { assignDocuments } from "@parfocal/core/document/document.contract.ts";
import { titlesOfAssigned } from "@parfocal/core/document/document-titles.ts";
import { AppError, notFound } from "@parfocal/core/errors.ts";
import { TITLE_MAX_CHARACTERS } from "@parfocal/core/item/item-text-limits.ts";
import type { z } from "zod";
import { addAttachment } from "#attachment/add-attachment.ts";
import { findItem } from "#item/item.queries.ts";
import { findMediaFile, type KnownFile } from "#media/media.queries.ts";
import type { SiteDb } from "#platform/db/database.ts";
import { attachmentName, type FileStore, mediaName } from "#platform/files/file-store.ts";

type Fields = z.output<typeof assignDocuments.body>;

interface Context {
  readonly files: FileStore;
  readonly createdBy: number;
}

async function findAll(db: SiteDb, siteId: number, ids: readonly number[]): Promise<KnownFile[]> {
  const documents: KnownFile[] = [];
  for (const id of new Set(ids)) {
    const document = await findMediaFile(db, siteId, id, "document");
    if (!document) throw notFound("Document", { codes: ["documents"] });
    documents.push(document);
  }
  return documents;
}

/** @returns IDs of the attachments, in the order of the documents. @throws AppError `invalid`, `notFound`. */
export async function attachDocuments(
  db: SiteDb,
  siteId: number,
  { itemType, itemId, documents: ids, usePrefix, filename }: Fields,
  { files, createdBy }: Context,
): Promise<number[]> {
  if (usePrefix && filename === "")
    throw new AppError("invalid", "Enter a prefix or turn the prefix off.", {
      codes: ["filename.missing"],
    });
  if (!(await findItem(db, siteId, itemId, itemType))) throw notFound("Course, folder or slide", { codes: ["itemId"] });
  const documents = await findAll(db, siteId, ids);
  const titles = titlesOfAssigned(
    documents.map(({ title }) => title),
    { usePrefix, filename, maxCharacters: TITLE_MAX_CHARACTERS },
  );
  const made: string[] = [];
  try {
    const attached: number[] = [];
    for (const [index, document] of documents.entries()) {
      const storedName = randomUUID();
      const to = attachmentName(siteId, storedName);
      made.push(to);
      if (!(await files.copy(mediaName(siteId, document.stored_name), to)))
        throw new AppError("notFound", "The file of a document is missing on the server.");
      const { filename: name, media_type: mediaType, bytes } = document;
      const fields = { title: titles[index], url: "", isFileLink: false, parentId: itemId };
      const file = { storedName, filename: name, mediaType, bytes };
      attached.push(await addAttachment(db, siteId, fields, { file, createdBy, documentId: document.id }));
    }
    return attached;
  } catch (error) {
    // Files left behind because the store is unavailable are removed later.
    for (const name of made) await files.remove(name).catch(() => {});
    throw error;
  }
}
