import { ANNOTATION_VERSIONS_PAGE_MAX } from "@parfocal/core/annotation/annotation.contract.ts";
import { sql } from "kysely";
import type { SiteDb } from "#platform/db/database.ts";
import { firstWithin } from "./annotation.queries.ts";
import type { AnnotationVersionRow } from "./annotation-version.table.ts";

/**
 * Limit for all versions of an annotation (decision 0050). The newest and the previous version are always kept, so that
 * a change can be undone.
 */
export const VERSIONS_MAX_BYTES = 4 * 1024 * 1024;
export const VERSIONS_MAX_COUNT = 200;
const VERSIONS_ALWAYS_KEPT = 2;

/** Limit for the outlines of one page. */
const VERSION_OUTLINES_MAX_BYTES = 2 * 1024 * 1024;

type NamedVersion = AnnotationVersionRow & { readonly name: string };

const versionsOf = (db: SiteDb, siteId: number, annotationId: number) =>
  db
    .selectFrom("annotation_version")
    .where("annotation_version.site_id", "=", siteId)
    .where("annotation_version.annotation_id", "=", annotationId);

/** false: never changed. */
export async function hasVersions(db: SiteDb, siteId: number, annotationId: number): Promise<boolean> {
  const newest = await versionsOf(db, siteId, annotationId).select("version").limit(1).executeTakeFirst();
  return newest !== undefined;
}

/** Newest first, one page. @param before only versions older than this one. */
export async function listVersionRows(
  db: SiteDb,
  siteId: number,
  annotationId: number,
  before: number | undefined,
): Promise<NamedVersion[]> {
  const newest = await versionsOf(db, siteId, annotationId)
    .$if(before !== undefined, (query) => query.where("version", "<", before as number))
    .select(["version", sql<number>`octet_length(geometry)`.as("bytes")])
    .orderBy("version", "desc")
    .limit(ANNOTATION_VERSIONS_PAGE_MAX)
    .execute();
  const page = firstWithin(newest, VERSION_OUTLINES_MAX_BYTES).map(({ version }) => version);
  return withName(versionsOf(db, siteId, annotationId))
    .where("annotation_version.version", "=", sql<number>`ANY(${page}::int[])`)
    .orderBy("annotation_version.version", "desc")
    .execute();
}

export function findVersionRow(
  db: SiteDb,
  siteId: number,
  annotationId: number,
  version: number,
): Promise<AnnotationVersionRow | undefined> {
  return versionsOf(db, siteId, annotationId)
    .selectAll("annotation_version")
    .where("version", "=", version)
    .executeTakeFirst();
}

const withName = (versions: ReturnType<typeof versionsOf>) =>
  versions
    .innerJoin("site_user", (join) =>
      join
        .onRef("site_user.site_id", "=", "annotation_version.site_id")
        .onRef("site_user.id", "=", "annotation_version.changed_by"),
    )
    .selectAll("annotation_version")
    .select("site_user.display_name as name");

/** Stores the present state of the annotation as its first version, by its author; does nothing if it has versions. */
export async function insertFirstVersion(db: SiteDb, siteId: number, annotationId: number): Promise<void> {
  await sql`
    INSERT INTO annotation_version (site_id, annotation_id, version, changed_at, changed_by, change,
      type_id, title, content, link, zoom, geometry, include_measurement)
    SELECT site_id, id, 1, created_at, author_id, 'created',
      type_id, title, content, link, zoom, geometry, include_measurement
    FROM annotation
    WHERE site_id = ${siteId} AND id = ${annotationId}
      AND NOT EXISTS (
        SELECT 1 FROM annotation_version AS known
        WHERE known.site_id = ${siteId} AND known.annotation_id = ${annotationId}
      )
  `.execute(db);
}

/** Stores the present state of the annotation as its newest version; deletes the oldest versions above the limit. */
export async function insertNextVersion(
  db: SiteDb,
  siteId: number,
  annotationId: number,
  { change, changedBy }: { change: AnnotationVersionRow["change"]; changedBy: number },
): Promise<void> {
  await sql`
    INSERT INTO annotation_version (site_id, annotation_id, version, changed_by, change,
      type_id, title, content, link, zoom, geometry, include_measurement)
    SELECT site_id, id, (
        SELECT coalesce(max(version), 0) + 1 FROM annotation_version
        WHERE site_id = ${siteId} AND annotation_id = ${annotationId}
      ), ${changedBy}, ${change},
      type_id, title, content, link, zoom, geometry, include_measurement
    FROM annotation WHERE site_id = ${siteId} AND id = ${annotationId}
  `.execute(db);
  await sql`
    DELETE FROM annotation_version
    WHERE site_id = ${siteId} AND annotation_id = ${annotationId} AND version IN (
      SELECT version FROM (
        SELECT version, row_number() OVER newest_first AS number,
          sum(octet_length(geometry) + octet_length(content) + octet_length(title) + octet_length(link))
            OVER newest_first AS bytes
        FROM annotation_version
        WHERE site_id = ${siteId} AND annotation_id = ${annotationId}
        WINDOW newest_first AS (ORDER BY version DESC)
      ) AS known
      WHERE number > ${VERSIONS_ALWAYS_KEPT}
        AND (number > ${VERSIONS_MAX_COUNT} OR bytes > ${VERSIONS_MAX_BYTES})
    )
  `.execute(db);
}
