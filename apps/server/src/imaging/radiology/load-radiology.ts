/** A radiology item as an answer: only what the caller is allowed to see, or what the share shows. */

import { withShareToken } from "@parfocal/core/access/share-token.ts";
import type { Radiology, RadiologySeries } from "@parfocal/core/radiology/radiology.contract.ts";
import type { ContentQuery } from "#item/placed-content.ts";
import { findRadiologyThumbnails, radiologyThumbnailPath } from "#item/radiology-thumbnails.queries.ts";
import type { SiteDb } from "#platform/db/database.ts";
import { listOpenJobs } from "#platform/jobs/job.queries.ts";
import type { JobRow } from "#platform/jobs/job.table.ts";
import { loadShownContent } from "#share-access/shared-content.ts";
import { type ShownBy, sharedThumbnail } from "#share-access/token-addresses.ts";
import { type Asker, findShownItem } from "#share-access/viewer.ts";
import { findStudy, listInstances, listSeries } from "./radiology.queries.ts";
import type { RadiologyInstanceRow, RadiologySeriesRow, RadiologyStudyRow } from "./radiology.table.ts";
import { UNPACK_RADIOLOGY } from "./unpack-upload.ts";

export async function loadRadiology(db: SiteDb, question: Asker & Omit<ContentQuery, "kind">): Promise<Radiology> {
  const { siteId, id } = question;
  const { item, placed, by } = await loadShownContent(db, { ...question, kind: "radiology" });
  const { study, job } = await findStudyWithCheck(db, siteId, id);
  const isManager = placed.userCanEdit;
  const series = study ? await listSeries(db, siteId, study.id, isManager) : [];
  const hasFailed = job?.state === "failed" && study?.state === "checking";
  const error = study?.error ?? (hasFailed ? job.error : null);
  return {
    ...placed,
    thumbnail: placed.thumbnail ?? shownAddress((await findRadiologyThumbnails(db, siteId, [id])).get(id) ?? null, by),
    summary: item.summary,
    state: hasFailed ? "failed" : (study?.state ?? "failed"),
    progress: study?.state === "checking" ? (job?.progress ?? 0) : 1,
    error: isManager ? error : null,
    fault: study?.fault ?? null,
    failedJobId: hasFailed && isManager ? job.id : null,
    version: study?.state === "ready" ? study.id : 0,
    seriesCount: series.length,
    instanceCount: series.reduce((sum, row) => sum + row.instance_count, 0),
    ignoredCount: isManager ? (study?.ignored_count ?? 0) : null,
  };
}

const shownAddress = (address: string | null, by: ShownBy | null): string | null =>
  by ? sharedThumbnail(address, by) : address;

/** Reads both consistently: a job fails after its study is marked, so a study that was read earlier is read again. */
async function findStudyWithCheck(
  db: SiteDb,
  siteId: number,
  itemId: number,
): Promise<{ study: RadiologyStudyRow | undefined; job: JobRow | undefined }> {
  const study = await findStudy(db, siteId, itemId);
  const job = study ? await findCheck(db, siteId, study) : undefined;
  return { study: job?.state === "failed" ? await findStudy(db, siteId, itemId) : study, job };
}

/** The job that checks a study; undefined if there is none any more. */
async function findCheck(db: SiteDb, siteId: number, study: RadiologyStudyRow): Promise<JobRow | undefined> {
  if (study.state !== "checking" || study.upload_id === null) return undefined;
  return (await listOpenJobs(db, siteId, [UNPACK_RADIOLOGY], [study.upload_id])).at(-1);
}

export async function loadRadiologySeries(
  db: SiteDb,
  { id, ...asker }: Asker & { readonly id: number },
): Promise<{ instanceUrl: string | null; series: RadiologySeries[] }> {
  const { siteId } = asker;
  const { isManager, by } = await findShownItem(db, asker, { id, kind: "radiology" });
  const study = await findStudy(db, siteId, id);
  if (study?.state !== "ready") return { instanceUrl: null, series: [] };
  const rows = await listSeries(db, siteId, study.id, isManager);
  const instanceUrl = `/radiology/${id}/${study.id}/instance/{n}`;
  const instances = Map.groupBy(await listInstances(db, siteId, study.id), (row) => row.series_number);
  return {
    instanceUrl: by ? withShareToken(instanceUrl, by.token) : instanceUrl,
    series: rows.map((row) => presentSeries(row, instances.get(row.number) ?? [], { id, isManager, by })),
  };
}

function presentSeries(
  row: RadiologySeriesRow,
  instances: readonly RadiologyInstanceRow[],
  { id, isManager, by }: { id: number; isManager: boolean; by: ShownBy | null },
): RadiologySeries {
  const [rowSpacing, columnSpacing] = row.pixel_spacing_mm ?? [];
  return {
    number: row.number,
    modality: row.modality,
    description: isManager ? row.description : null,
    plane: row.plane,
    instanceCount: row.instance_count,
    frameCount: row.frame_count,
    rows: row.pixel_rows,
    columns: row.pixel_columns,
    pixelSpacingMm: rowSpacing === undefined || columnSpacing === undefined ? null : [rowSpacing, columnSpacing],
    sliceSpacingMm: row.slice_spacing_mm,
    isShowable: row.fault === null,
    fault: row.fault,
    isHidden: row.is_hidden,
    mayShowNames: row.may_show_names,
    thumbnail: row.has_thumbnail ? shownAddress(radiologyThumbnailPath(id, row.study_id, row.number), by) : null,
    instances: instances.map(({ number, frames, bytes }) => ({ number, frames, bytes })),
  };
}
