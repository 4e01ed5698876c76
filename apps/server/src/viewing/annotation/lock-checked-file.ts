/** Prevents annotations drawn on one file of a slide from being stored with the pixels of the next. */
import { AppError } from "@parfocal/core/errors.ts";
import { lockFileOfImage } from "#image/image.queries.ts";
import type { SiteDb } from "#platform/db/database.ts";

/**
 * The slide's file cannot be replaced until the transaction ends: a replacement waits, and then converts all that is
 * stored by then.
 *
 * @param fileId of the file against which the annotations were checked.
 * @throws AppError `conflict` with the code `fileReplaced` if it is no longer the slide's file.
 */
export async function lockCheckedFile(
  db: SiteDb,
  siteId: number,
  { imageId, fileId }: { imageId: number; fileId: number },
): Promise<void> {
  if ((await lockFileOfImage(db, siteId, imageId)) !== fileId)
    throw new AppError("conflict", "The file of this slide has been replaced. Reload the page.", {
      codes: ["fileReplaced"],
    });
}
