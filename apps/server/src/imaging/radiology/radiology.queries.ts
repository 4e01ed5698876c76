import type { RadiologyFault } from "@parfocal/core/radiology/radiology.contract.ts";
import type { FoundRadiology, FoundSeries } from "@parfocal/slides/radiology/radiology-facts.ts";
import { sql } from "kysely";
import type { SiteDb } from "#platform/db/database.ts";
import type { RadiologyInstanceRow, RadiologySeriesRow, RadiologyStudyRow } from "./radiology.table.ts";

/** Instance rows per INSERT. */
const INSTANCES_AT_ONCE = 1_000;

/** @param uploadId null: not created from an upload. */
export function insertStudy(db: SiteDb, siteId: number, uploadId: number | null): Promise<RadiologyStudyRow> {
  return db
    .insertInto("radiology_study")
    .values({ site_id: siteId, upload_id: uploadId })
    .returningAll()
    .executeTakeFirstOrThrow();
}

export async function insertRadiology(
  db: SiteDb,
  siteId: number,
  { itemId, studyId }: { itemId: number; studyId: number },
): Promise<void> {
  await db.insertInto("radiology").values({ site_id: siteId, item_id: itemId, study_id: studyId }).execute();
}

/** Study of an item, even if the item is in the bin. */
export function findStudy(db: SiteDb, siteId: number, itemId: number): Promise<RadiologyStudyRow | undefined> {
  return db
    .selectFrom("radiology_study")
    .innerJoin("radiology", (join) =>
      join
        .onRef("radiology.study_id", "=", "radiology_study.id")
        .onRef("radiology.site_id", "=", "radiology_study.site_id"),
    )
    .selectAll("radiology_study")
    .where("radiology_study.site_id", "=", siteId)
    .where("radiology.item_id", "=", itemId)
    .executeTakeFirst();
}

/** Its row locked until the transaction ends. */
export function lockStudyOfUpload(
  db: SiteDb,
  siteId: number,
  uploadId: number,
): Promise<RadiologyStudyRow | undefined> {
  return db
    .selectFrom("radiology_study")
    .selectAll()
    .where("site_id", "=", siteId)
    .where("upload_id", "=", uploadId)
    .forUpdate()
    .executeTakeFirst();
}

export async function failStudy(
  db: SiteDb,
  siteId: number,
  id: number,
  { error, fault }: { error: string; fault: RadiologyFault | null },
): Promise<void> {
  await db
    .updateTable("radiology_study")
    .set({ state: "failed", error, fault })
    .where("site_id", "=", siteId)
    .where("id", "=", id)
    .execute();
}

/**
 * Stores the series and instances found, and marks the study as ready. Series that could show names are hidden at
 * first.
 */
export async function completeStudy(db: SiteDb, siteId: number, id: number, found: FoundRadiology): Promise<void> {
  for (const series of found.series) {
    await db
      .insertInto("radiology_series")
      .values(seriesRow(siteId, id, series))
      .execute();
    for (let first = 0; first < series.instances.length; first += INSTANCES_AT_ONCE)
      await db
        .insertInto("radiology_instance")
        .values(
          series.instances.slice(first, first + INSTANCES_AT_ONCE).map(({ number, frames, offset, bytes }) => ({
            site_id: siteId,
            study_id: id,
            number,
            series_number: series.number,
            frames,
            byte_offset: offset,
            bytes,
          })),
        )
        .execute();
  }
  await db
    .updateTable("radiology_study")
    .set({ state: "ready", error: null, fault: null, ignored_count: found.ignoredCount })
    .where("site_id", "=", siteId)
    .where("id", "=", id)
    .execute();
}

const seriesRow = (siteId: number, studyId: number, series: FoundSeries): RadiologySeriesRow => ({
  site_id: siteId,
  study_id: studyId,
  number: series.number,
  modality: series.modality,
  description: series.description,
  plane: series.plane,
  instance_count: series.instanceCount,
  frame_count: series.frameCount,
  pixel_rows: series.rows,
  pixel_columns: series.columns,
  pixel_spacing_mm: series.pixelSpacingMm && [...series.pixelSpacingMm],
  slice_spacing_mm: series.sliceSpacingMm,
  fault: series.fault,
  may_show_names: series.mayShowNames,
  is_hidden: series.mayShowNames,
  has_thumbnail: series.hasThumbnail,
});

/** In display order. @param includesHidden also those that only managers see. */
export function listSeries(
  db: SiteDb,
  siteId: number,
  studyId: number,
  includesHidden: boolean,
): Promise<RadiologySeriesRow[]> {
  return db
    .selectFrom("radiology_series")
    .selectAll()
    .where("site_id", "=", siteId)
    .where("study_id", "=", studyId)
    .$if(!includesHidden, (query) => query.where("is_hidden", "=", false))
    .orderBy("number")
    .execute();
}

/** In display order. */
export function listInstances(db: SiteDb, siteId: number, studyId: number): Promise<RadiologyInstanceRow[]> {
  return db
    .selectFrom("radiology_instance")
    .selectAll()
    .where("site_id", "=", siteId)
    .where("study_id", "=", studyId)
    .orderBy("number")
    .execute();
}

/** @returns undefined also for an instance of a hidden series, unless hidden series are included. */
export function findInstance(
  db: SiteDb,
  siteId: number,
  { studyId, number, includesHidden }: { studyId: number; number: number; includesHidden: boolean },
): Promise<Pick<RadiologyInstanceRow, "byte_offset" | "bytes"> | undefined> {
  return db
    .selectFrom("radiology_instance")
    .innerJoin("radiology_series", (join) =>
      join
        .onRef("radiology_series.study_id", "=", "radiology_instance.study_id")
        .onRef("radiology_series.number", "=", "radiology_instance.series_number"),
    )
    .select(["radiology_instance.byte_offset", "radiology_instance.bytes"])
    .where("radiology_instance.site_id", "=", siteId)
    .where("radiology_instance.study_id", "=", studyId)
    .where("radiology_instance.number", "=", number)
    .$if(!includesHidden, (query) => query.where("radiology_series.is_hidden", "=", false))
    .executeTakeFirst();
}

/**
 * @param series to hide from or to show to learners; others are left unchanged, and one that is named in both is
 * hidden.
 */
export async function updateHidden(
  db: SiteDb,
  siteId: number,
  studyId: number,
  series: readonly Readonly<{ number: number; isHidden: boolean }>[],
): Promise<void> {
  if (series.length === 0) return;
  await sql`
    UPDATE radiology_series SET is_hidden = wanted.is_hidden
    FROM (
      SELECT number, bool_or(is_hidden) AS is_hidden
      FROM unnest(${series.map(({ number }) => number)}::integer[], ${series.map(({ isHidden }) => isHidden)}::boolean[])
        AS named (number, is_hidden)
      GROUP BY number
    ) AS wanted
    WHERE radiology_series.site_id = ${siteId} AND radiology_series.study_id = ${studyId}
      AND radiology_series.number = wanted.number
  `.execute(db);
}

/** Deletes the rows of studies without a job whose item no longer exists. @returns their IDs. */
export async function deleteUnusedStudies(
  db: SiteDb,
  siteId: number,
  jobKind: string,
): Promise<{ studyId: number; uploadId: number | null }[]> {
  const { rows } = await sql<{ studyId: number; uploadId: number | null }>`
    DELETE FROM radiology_study AS study
    WHERE study.site_id = ${siteId}
      AND NOT EXISTS (SELECT FROM radiology WHERE radiology.site_id = ${siteId} AND radiology.study_id = study.id)
      AND NOT EXISTS (SELECT FROM job WHERE job.site_id = ${siteId} AND job.kind = ${jobKind}
        AND job.subject_id = study.upload_id AND job.state IN ('queued', 'running'))
    RETURNING study.id AS "studyId", study.upload_id AS "uploadId"
  `.execute(db);
  return rows;
}

/** Studies whose upload was deleted before it could be checked. */
export async function failAbandonedStudies(db: SiteDb, siteId: number, error: string): Promise<void> {
  await db
    .updateTable("radiology_study")
    .set({ state: "failed", error })
    .where("site_id", "=", siteId)
    .where("state", "=", "checking")
    .where("upload_id", "is", null)
    .execute();
}

export async function listStudyIds(db: SiteDb, siteId: number): Promise<number[]> {
  const rows = await db
    .selectFrom("radiology_study")
    .select("id")
    .where("site_id", "=", siteId)
    .where("state", "!=", "failed")
    .execute();
  return rows.map(({ id }) => id);
}

/** The highest number assigned in this database, of all sites; 0: none yet. */
export async function findLastStudyId(db: SiteDb): Promise<number> {
  const { rows } = await sql<{ id: number | null }>`
    SELECT pg_sequence_last_value(pg_get_serial_sequence('radiology_study', 'id'))::bigint AS id
  `.execute(db);
  return rows[0]?.id ?? 0;
}
