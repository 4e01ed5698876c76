/**
 * Changes the texts and the opening view of a slide. Rotation and pixel size belong to the file: they apply to all its
 * images, and from then on override the values in the file.
 *
 * Source: spec part 1, section 5 ("Slide micronsPerPixel is saved only if greater than 0, otherwise null").
 */
import type { BodyOf } from "@parfocal/core/call.contract.ts";
import { notFoundOrNoAccess } from "@parfocal/core/errors.ts";
import type { updateImage } from "@parfocal/core/image/edit-image.contract.ts";
import { assertItemSeen } from "#item/assert-item-seen.ts";
import { findItem } from "#item/item.queries.ts";
import type { SiteDb } from "#platform/db/database.ts";
import { findImageRow, updateImageView, updateItemTexts, updateSaidOfSlide } from "./image.queries.ts";

type Change = BodyOf<typeof updateImage>;

const FULL_TURN_DEG = 360;

/** Only a valid size is stored. */
const sizeOrNothing = (um: number | null): number | null => (um !== null && um > 0 ? um : null);

/** @throws AppError `notFound`. */
export async function changeImage(db: SiteDb, siteId: number, id: number, change: Change): Promise<void> {
  const item = await findItem(db, siteId, id, "image");
  const row = item && (await findImageRow(db, siteId, id));
  if (!row) throw notFoundOrNoAccess();
  const { title, subtitle, summary, seen } = change;
  await assertItemSeen(db, siteId, { id, kind: "image" }, { seen, updated: { title, subtitle, summary } });
  await updateItemTexts(db, siteId, id, {
    ...(change.title === undefined ? {} : { title: change.title }),
    ...(change.subtitle === undefined ? {} : { subtitle: change.subtitle }),
    ...(change.summary === undefined ? {} : { summary: change.summary }),
    ...(change.tags === undefined ? {} : { tags: change.tags }),
  });
  await updateImageView(db, siteId, id, {
    ...(change.center === undefined
      ? {}
      : { center_x: change.center?.[0] ?? null, center_y: change.center?.[1] ?? null }),
    ...(change.zoom === undefined ? {} : { zoom: change.zoom }),
    ...(change.rotation === undefined ? {} : { rotation_deg: (change.rotation + FULL_TURN_DEG) % FULL_TURN_DEG }),
  });
  const { slideFile } = row;
  const x = change.micronsPerPixel === undefined ? slideFile.pixel_size_x_um : sizeOrNothing(change.micronsPerPixel);
  const alongY = change.micronsPerPixelY ?? change.micronsPerPixel;
  const isSizeGiven = change.micronsPerPixel !== undefined || change.micronsPerPixelY !== undefined;
  const y = alongY === undefined ? x : sizeOrNothing(alongY);
  await updateSaidOfSlide(db, siteId, slideFile.id, {
    // A single side is not a size.
    pixelSizeUm: isSizeGiven ? (x === null || y === null ? { x: null, y: null } : { x, y }) : undefined,
    orientationDeg: change.orientation === slideFile.orientation_deg ? undefined : change.orientation,
  });
}
