/** Facts that an image's card shows: its thumbnail and pending work. */

import { externalThumbnailUrl } from "@parfocal/core/image/external-tiles.ts";
import type { ColourAdjustment } from "@parfocal/core/item/colour-adjustment.ts";
import type { Job } from "@parfocal/core/job/job.contract.ts";
import { findDefaultColours } from "#colour-preset/colour-preset.queries.ts";
import { presentJob } from "#job/job.present.ts";
import type { SiteDb } from "#platform/db/database.ts";
import { listOpenJobs } from "#platform/jobs/job.queries.ts";
import { SLIDE_JOBS } from "./slide-jobs.ts";
import { thumbnailPath } from "./thumbnail-path.ts";

export interface ImageCardFacts {
  /** URL on another server, for external slides; null: not created yet, or not available. */
  readonly thumbnail: string | null;
  /**
   * Colour adjustment for the thumbnail; null: none, as for a thumbnail captured by an editor, which shows the slide as
   * displayed then.
   */
  readonly colour: ColourAdjustment | null;
  readonly job: Job | null;
}

export async function findImageFacts(
  db: SiteDb,
  siteId: number,
  imageIds: readonly number[],
  { isManager }: { isManager: boolean },
): Promise<Map<number, ImageCardFacts>> {
  if (imageIds.length === 0) return new Map();
  const images = await db
    .selectFrom("image")
    .innerJoin("slide_file", (join) =>
      join.onRef("slide_file.id", "=", "image.slide_file_id").onRef("slide_file.site_id", "=", "image.site_id"),
    )
    .leftJoin("image_thumbnail", (join) =>
      join
        .onRef("image_thumbnail.image_id", "=", "image.item_id")
        .onRef("image_thumbnail.site_id", "=", "image.site_id"),
    )
    .select([
      "image.item_id",
      "image_thumbnail.id as ownThumbnailId",
      "slide_file.id as slideFileId",
      "slide_file.state",
      "slide_file.version",
      "slide_file.levels",
      "slide_file.external_tiles",
    ])
    .where("image.site_id", "=", siteId)
    .where("image.item_id", "in", [...imageIds])
    .execute();
  const jobs = await listOpenJobs(
    db,
    siteId,
    SLIDE_JOBS,
    images.map((row) => row.slideFileId),
  );
  const colours = await findDefaultColours(db, siteId, imageIds);
  const jobOf = new Map(jobs.map((row) => [row.subject_id, presentJob(row, isManager)]));
  return new Map(
    images.map((row) => [
      row.item_id,
      {
        thumbnail:
          row.external_tiles && row.ownThumbnailId === null
            ? externalThumbnailUrl(row.external_tiles)
            : thumbnailPath(row.item_id, row),
        colour: row.ownThumbnailId === null ? (colours.get(row.item_id) ?? null) : null,
        job: jobOf.get(row.slideFileId) ?? null,
      },
    ]),
  );
}
