/**
 * Stores the images of imported questions in the media library: the files are complete before the rows are written
 * (rule D-5).
 */
import { randomUUID } from "node:crypto";
import { tidyFilename } from "#attachment/receive-form.ts";
import { mediaPath } from "#item/item-appearance.queries.ts";
import { findMediaFile, insertMediaFile } from "#media/media.queries.ts";
import { titleOfFile } from "#media/receive-media.ts";
import { smallPictureName } from "#media/small-picture.ts";
import type { SiteDb } from "#platform/db/database.ts";
import { type FileStore, mediaName } from "#platform/files/file-store.ts";
import type { CheckedImage } from "./check-images.ts";

export interface WrittenImage {
  readonly image: CheckedImage;
  readonly storedName: string;
}

/** @param written receives the names of files to delete if a later step fails. */
export async function writeImages(
  { files, siteId }: { readonly files: FileStore; readonly siteId: number },
  images: readonly CheckedImage[],
  written: Set<string>,
): Promise<WrittenImage[]> {
  const stored: WrittenImage[] = [];
  for (const image of images) {
    const storedName = randomUUID();
    const name = mediaName(siteId, storedName);
    written.add(name).add(smallPictureName(name));
    await files.write(name, image.contents);
    if (image.small) await files.write(smallPictureName(name), image.small);
    stored.push({ image, storedName });
  }
  return stored;
}

interface StoredImages {
  readonly mediaIds: readonly number[];
  readonly srcOf: ReadonlyMap<CheckedImage, string>;
}

export async function insertImages(
  db: SiteDb,
  { siteId, userId }: { readonly siteId: number; readonly userId: number },
  written: readonly WrittenImage[],
): Promise<StoredImages> {
  const mediaIds: number[] = [];
  const srcOf = new Map<CheckedImage, string>();
  for (const { image, storedName } of written) {
    const { mediaType, contents, sha256, size } = image;
    const filename = tidyFilename(image.name);
    const id = await insertMediaFile(db, siteId, {
      ...{
        shelf: "media",
        folderId: null,
        title: titleOfFile(filename),
        filename,
        mediaType,
        sha256,
        size,
        storedName,
      },
      bytes: contents.length,
      createdBy: userId,
    });
    const row = await findMediaFile(db, siteId, id, "media");
    if (row) srcOf.set(image, mediaPath(row, "file"));
    mediaIds.push(id);
  }
  return { mediaIds, srcOf };
}
