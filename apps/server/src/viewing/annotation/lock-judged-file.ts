/** Keeps what was drawn on one file of a slide from being kept in the pixels of the next. */
import { AppError } from "@parfocal/core/errors.ts";
import { lockFileOfImage } from "#image/image.queries.ts";
import type { SiteDb } from "#platform/db/database.ts";

/**
 * Until the transaction ends the slide has no other file: whoever replaces it waits, and scales what was kept meanwhile.
 *
 * @param fileId of the file by which what is to be kept was judged.
 * @throws AppError `conflict` with the code `fileReplaced` if it is no longer the slide's file.
 */
export async function lockJudgedFile(
  db: SiteDb,
  siteId: number,
  { imageId, fileId }: { imageId: number; fileId: number },
): Promise<void> {
  if ((await lockFileOfImage(db, siteId, imageId)) !== fileId)
    throw new AppError("conflict", "The file of this slide has been replaced. Reload the page.", {
      codes: ["fileReplaced"],
    });
}
