/**
 * Replaces the file of an existing slide: its placements, texts, annotations and all references to it are kept.
 *
 * The two images swap their files. The uploaded image then has the old file: nothing shows it, and the janitor deletes
 * it after the retention time of the bin. Until then the same call restores the old file. The version in the tile URLs
 * becomes greater than both: no cache shows a tile of the old file.
 */
import type { BodyOf } from "@parfocal/core/call.contract.ts";
import { AppError, notFoundOrNoAccess } from "@parfocal/core/errors.ts";
import type { replaceImageFile } from "@parfocal/core/image/edit-image.contract.ts";
import {
  CAN_SCALE,
  isSameSize,
  OTHER_SIZE,
  type SlideMeasures,
  scaleByMicrons,
} from "@parfocal/core/image/replace-file.ts";
import { findItem } from "#item/item.queries.ts";
import type { SiteDb } from "#platform/db/database.ts";
import { findImageRow } from "./image.queries.ts";
import type { SlideFileRow } from "./image.table.ts";
import { deleteOwnThumbnail } from "./own-thumbnail.queries.ts";
import {
  isFileFree,
  isPlacedSomewhere,
  keepSaidMeasures,
  lockImages,
  removeEmptied,
  swapFiles,
} from "./replace-file.queries.ts";
import { scaleDrawn } from "./scale-drawn.ts";

/**
 * @throws AppError `notFound`; `invalid` if the other image cannot give its file, or scaling is not possible;
 * `conflict` if a file is not ready, or with the code `otherSize` if the caller must choose what to do with the
 * annotations.
 */
export async function replaceFile(
  db: SiteDb,
  siteId: number,
  id: number,
  { imageId, annotations }: BodyOf<typeof replaceImageFile>,
): Promise<void> {
  if (imageId === id) throw rejected("The slide already has this file. Upload a new file first.");
  await lockImages(db, siteId, [id, imageId]);
  const old = (await findItem(db, siteId, id, "image")) && (await findImageRow(db, siteId, id));
  if (!old) throw notFoundOrNoAccess();
  const next = (await isFileFree(db, siteId, imageId)) ? await findImageRow(db, siteId, imageId) : undefined;
  if (!next) throw rejected("The upload no longer exists. Upload the file again.");
  if (await isPlacedSomewhere(db, siteId, imageId))
    throw rejected("This slide is in use in a course, folder or case. Upload its file again to replace another slide.");
  const [from, to] = [measuresOf(old.slideFile), measuresOf(next.slideFile)];
  if (!to) throw new AppError("conflict", "The new file is still being prepared.", { codes: ["notReady"] });
  const isFitting = from === null || isSameSize(from, to);
  if (!isFitting && annotations === "ask") throw otherSize(from, to);
  const scale = from && !isFitting && annotations === "scale" ? scaleByMicrons(from, to) : null;
  if (from && !isFitting && annotations === "scale" && !scale)
    throw rejected("Annotations cannot be scaled because the pixel size of one file is unknown.");
  if (from && scale) await scaleDrawn(db, siteId, id, { old: from, next: to, scale });
  if (isFitting) await keepSaidMeasures(db, siteId, { from: old.slideFile, to: next.slideFile });
  await swapFiles(db, siteId, { id, imageId }, Math.max(old.slideFile.version, next.slideFile.version) + 1);
  await deleteOwnThumbnail(db, siteId, id);
  await removeEmptied(db, siteId, imageId);
}

const rejected = (text: string) => new AppError("invalid", text, { codes: ["imageId"] });

/** null: it is not viewable yet. */
function measuresOf({ state, width, height, pixel_size_x_um, pixel_size_y_um }: SlideFileRow): SlideMeasures | null {
  if (state !== "ready" || width === null || height === null) return null;
  const isKnown = pixel_size_x_um !== null && pixel_size_y_um !== null;
  return { width, height, pixelSizeUm: isKnown ? { x: pixel_size_x_um, y: pixel_size_y_um } : null };
}

function otherSize(from: SlideMeasures, to: SlideMeasures): AppError {
  return new AppError(
    "conflict",
    `The new file has ${to.width} × ${to.height} pixels, the old one ${from.width} × ${from.height}. Choose how to convert the annotations.`,
    { codes: [OTHER_SIZE, ...(scaleByMicrons(from, to) ? [CAN_SCALE] : [])] },
  );
}
