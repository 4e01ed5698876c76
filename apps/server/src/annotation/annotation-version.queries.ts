import { sql } from "kysely";
import type { SiteDb } from "#platform/db/database.ts";
import type { AnnotationVersionRow } from "./annotation-version.table.ts";

export type NamedVersion = AnnotationVersionRow & { readonly name: string };

/** Newest first; empty: it was never changed. */
export function listVersionRows(db: SiteDb, siteId: number, annotationId: number): Promise<NamedVersion[]> {
  return db
    .selectFrom("annotation_version")
    .innerJoin("site_user", (join) =>
      join
        .onRef("site_user.site_id", "=", "annotation_version.site_id")
        .onRef("site_user.id", "=", "annotation_version.changed_by"),
    )
    .selectAll("annotation_version")
    .select("site_user.display_name as name")
    .where("annotation_version.site_id", "=", siteId)
    .where("annotation_version.annotation_id", "=", annotationId)
    .orderBy("annotation_version.version", "desc")
    .execute();
}

/** What the annotation is at this moment as its first version, made by its author; does nothing if it has versions. */
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

/** What the annotation is at this moment as its newest version. */
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
}
