/** Reads the images of exported questions from the media library. */
import { AppError } from "@parfocal/core/errors.ts";
import { EXPORT_IMAGES_MAX_BYTES } from "@parfocal/core/question-export/export-formats.ts";
import {
  addressesOfImages,
  type ExportedImage,
  type ExportedImages,
  mediaIdOf,
} from "@parfocal/core/question-export/export-images.ts";
import { mediaPath } from "#item/item-appearance.queries.ts";
import type { SiteDb } from "#platform/db/database.ts";
import { type FileStore, mediaName } from "#platform/files/file-store.ts";

/**
 * @param texts sanitized.
 * @returns the existing images, by URL. @throws AppError `tooLarge`.
 */
export async function readImages(
  db: SiteDb,
  siteId: number,
  texts: readonly string[],
  files: FileStore,
): Promise<ExportedImages> {
  const shown = new Set(texts.flatMap(addressesOfImages));
  const ids = [...new Set([...shown].flatMap((address) => mediaIdOf(address) ?? []))];
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom("media_file")
    .select(["id", "key", "filename", "bytes", "stored_name"])
    .where("site_id", "=", siteId)
    .where("id", "in", ids)
    .where("is_document", "=", false)
    .where("deleted_at", "is", null)
    .where("media_type", "like", "image/%")
    .orderBy("id")
    .execute();
  const images = rows.filter((row) => shown.has(mediaPath(row, "file")));
  if (images.reduce((sum, { bytes }) => sum + bytes, 0) > EXPORT_IMAGES_MAX_BYTES)
    throw new AppError("tooLarge", "The limit for the images of an export is 20 MB. Divide the quiz.");
  const read = new Map<string, ExportedImage>();
  const names = new Set<string>();
  for (const row of images) {
    const contents = await files.readWhole(mediaName(siteId, row.stored_name));
    if (contents === null) continue;
    const name = names.has(row.filename) ? `${row.id}-${row.filename}` : row.filename;
    names.add(name);
    read.set(mediaPath(row, "file"), { name, contents, base64: () => contents.toString("base64") });
  }
  return read;
}
