/**
 * Attaches documents to an item. Each attachment gets its own name for the same bytes (a hard link), so that removing
 * the document, or the attachment, does not affect the other; the names are created before the rows (rule D-5).
 */
import { randomUUID } from "node:crypto";
import { copyFile, link, mkdir, rm, utimes } from "node:fs/promises";
import { join } from "node:path";
import { TITLE_MAX_CHARACTERS } from "@parfocal/core/course/course.contract.ts";
import type { assignDocuments } from "@parfocal/core/document/document.contract.ts";
import { titlesOfAssigned } from "@parfocal/core/document/document-titles.ts";
import { AppError, notFound } from "@parfocal/core/errors.ts";
import type { z } from "zod";
import { addAttachment } from "#attachment/add-attachment.ts";
import { findItem } from "#item/item.queries.ts";
import { findMediaFile, type KnownFile } from "#media/media.queries.ts";
import type { SiteDb } from "#platform/db/database.ts";
import { moveIntoPlace, type SlideFolders } from "#platform/files/slide-folders.ts";

type Wishes = z.output<typeof assignDocuments.body>;

interface Context {
  readonly folders: SlideFolders;
  readonly createdBy: number;
}

/** No second name is possible on some file systems. */
const NO_LINKS: ReadonlySet<string> = new Set(["EXDEV", "EPERM", "ENOTSUP", "ENOSYS", "EMLINK", "EOPNOTSUPP"]);

/** Creates a durable hard link. @throws AppError `notFound` if the file is missing. */
async function giveSecondName(from: string, to: string, folder: string): Promise<void> {
  const part = join(folder, `${randomUUID()}.part`);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  try {
    // Both names share one time: else the second would look old, and be cleared away before its row is written.
    const now = new Date();
    await utimes(from, now, now);
    await link(from, part).catch((error: NodeJS.ErrnoException) => {
      if (!NO_LINKS.has(error.code ?? "")) throw error;
      return copyFile(from, part);
    });
    await moveIntoPlace(part, to);
  } catch (error) {
    await rm(part, { force: true });
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
    throw new AppError("notFound", "The file of a document is missing on the server.", { cause: error });
  }
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

/** @returns ids of the attachments, in the documents' order. @throws AppError `invalid`, `notFound`. */
export async function attachDocuments(
  db: SiteDb,
  siteId: number,
  { itemType, itemId, documents: ids, usePrefix, filename }: Wishes,
  { folders, createdBy }: Context,
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
      const folder = folders.attachments(siteId);
      const to = join(folder, storedName);
      made.push(to);
      await giveSecondName(join(folders.media(siteId), document.stored_name), to, folder);
      const { filename: name, media_type: mediaType, bytes } = document;
      const wishes = { title: titles[index], url: "", isFileLink: false, parentId: itemId };
      const file = { storedName, filename: name, mediaType, bytes };
      attached.push(await addAttachment(db, siteId, wishes, { file, createdBy, documentId: document.id }));
    }
    return attached;
  } catch (error) {
    for (const path of made) await rm(path, { force: true });
    throw error;
  }
}
