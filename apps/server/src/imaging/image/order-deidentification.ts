/** Requests the removal of patient data from the stored file of a slide. */
import { AppError, notFoundOrNoAccess } from "@parfocal/core/errors.ts";
import { DEIDENTIFY_SLIDE } from "#image-card/slide-jobs.ts";
import { findItem } from "#item/item.queries.ts";
import type { SiteDb } from "#platform/db/database.ts";
import { listOpenJobs } from "#platform/jobs/job.queries.ts";
import type { JobRow } from "#platform/jobs/job.table.ts";
import type { Platform } from "#platform/platform.ts";
import { findImageRow } from "./image.queries.ts";

/**
 * Call inside a transaction, and `jobs.wake` after it.
 *
 * @param title new title of the slide; null: unchanged.
 * @throws AppError `notFound`; `conflict` if there is no stored file, it is not ready, or the removal was already
 * requested.
 */
export async function requestDeidentification(
  { jobs }: Platform,
  db: SiteDb,
  siteId: number,
  { imageId, title }: { imageId: number; title: string | null },
): Promise<JobRow> {
  const item = await findItem(db, siteId, imageId, "image");
  const row = await findImageRow(db, siteId, imageId);
  if (!item || !row) throw notFoundOrNoAccess();
  const { slideFile } = row;
  if (slideFile.external_tiles !== null) throw new AppError("conflict", "The file of this slide is on another server.");
  if (slideFile.state !== "ready") throw new AppError("conflict", "This slide is not ready yet.");
  const [open] = await listOpenJobs(db, siteId, [DEIDENTIFY_SLIDE], [slideFile.id]);
  if (open && open.state !== "failed")
    throw new AppError("conflict", "Patient data is already being removed from this slide.");
  if (title !== null)
    await db.updateTable("item").set({ title }).where("site_id", "=", siteId).where("id", "=", imageId).execute();
  return jobs.add(db, siteId, { kind: DEIDENTIFY_SLIDE, subjectId: slideFile.id });
}
