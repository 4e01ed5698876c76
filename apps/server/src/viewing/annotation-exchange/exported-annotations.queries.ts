/** Annotations for a file: first their IDs, then batches, so that none is read twice during concurrent changes. */
import { type AuthoredAnnotation, withNames } from "#annotation/annotation.queries.ts";
import { type AnnotationQuery, shownAnnotations, shownAnnotationsAmong } from "#annotation/annotation-visibility.ts";
import type { SiteDb } from "#platform/db/database.ts";
import type { ExportedRow } from "./export-portions.ts";

/** In the image's order. */
export function listExportedRows(
  db: SiteDb,
  siteId: number,
  question: AnnotationQuery,
): Promise<readonly ExportedRow[]> {
  return shownAnnotations(db, siteId, question)
    .select(["annotation.id", "annotation.geometry_bytes as bytes"])
    .orderBy("annotation.position")
    .execute();
}

/** Those that are still visible, in the order of the IDs. */
export async function listShownAnnotationsAmong(
  db: SiteDb,
  siteId: number,
  question: AnnotationQuery,
  ids: readonly number[],
): Promise<readonly AuthoredAnnotation[]> {
  const rows = await withNames(shownAnnotationsAmong(db, siteId, question, ids)).execute();
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}
