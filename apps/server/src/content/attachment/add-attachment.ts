/**
 * Attaches a file or a link to a course, a folder or a slide. The file is stored before its row is written (rule D-5).
 */
import { rm } from "node:fs/promises";
import { ATTACHMENTS_OF_ITEM_MAX } from "@parfocal/core/attachment/attachment-limits.ts";
import { AppError, notFound } from "@parfocal/core/errors.ts";
import { ITEM_KINDS } from "@parfocal/core/item/item-kinds.ts";
import { appendPlacement, insertItem } from "#item/item.queries.ts";
import { lockParent } from "#item/lock-parent.ts";
import type { SiteDb } from "#platform/db/database.ts";
import type { FileStore } from "#platform/files/file-store.ts";
import { insertAttachment, listAttachmentsOf } from "./attachment.queries.ts";
import type { ReceivedFile } from "./receive-form.ts";

export interface AttachmentInput {
  readonly title: string | undefined;
  /** Empty: a file is attached. */
  readonly url: string;
  readonly isFileLink: boolean;
  readonly parentId: number;
}

/** @throws AppError `invalid` unless there is either a file or a URL. */
export function assertFileOrLink({ url }: { url: string }, file: unknown): void {
  if ((url === "") === (file === null))
    throw new AppError("invalid", "Choose either a file or a URL.", { codes: ["url", "file"] });
}

/** Stores the file durably under its name in the file store. If a later step fails, remove that name. */
export async function keepFile(files: FileStore, name: string, { partPath }: ReceivedFile): Promise<void> {
  try {
    await files.keep(name, partPath);
  } catch (error) {
    await rm(partPath, { force: true });
    throw error;
  }
}

/** The document of a textbook is added with the textbook. */
const PARENT_KINDS: readonly string[] = ITEM_KINDS.attachment.pasteInto;

interface NewOne {
  readonly file: Omit<ReceivedFile, "partPath" | "sha256"> | null;
  readonly createdBy: number | null;
  /** The document with which it shares its file; null or omitted: none. */
  readonly documentId?: number | null;
}

/**
 * @returns the ID of the attachment.
 * @throws AppError `notFound` if nothing can be attached to the parent; `invalid` if it has too many attachments.
 */
export async function addAttachment(
  db: SiteDb,
  siteId: number,
  { title, url, isFileLink, parentId }: AttachmentInput,
  { file, createdBy, documentId = null }: NewOne,
): Promise<number> {
  const parent = await lockParent(db, siteId, parentId);
  if (!parent || !PARENT_KINDS.includes(parent.kind))
    throw notFound("Course, folder or slide", { codes: ["parentId"] });
  const known = await listAttachmentsOf(db, siteId, parentId, { includesInactive: true });
  if (known.length >= ATTACHMENTS_OF_ITEM_MAX)
    throw new AppError("invalid", `An item can have up to ${ATTACHMENTS_OF_ITEM_MAX} attachments.`, {
      codes: ["parentId"],
    });
  const item = await insertItem(db, siteId, {
    kind: "attachment",
    title: title ?? (file?.filename || url),
    createdBy,
  });
  await insertAttachment(db, siteId, item.id, {
    stored_name: file?.storedName ?? null,
    filename: file?.filename ?? "",
    media_type: file?.mediaType ?? "",
    bytes: file?.bytes ?? 0,
    url,
    is_file_link: file === null && isFileLink,
    document_id: documentId,
  });
  await appendPlacement(db, siteId, { parentId, itemId: item.id });
  return item.id;
}
