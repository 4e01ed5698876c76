/** Thumbnails of radiology items: of the first series visible to everyone. */
import type { SiteDb } from "#platform/db/database.ts";

export const radiologyThumbnailPath = (itemId: number, studyId: number, series: number): string =>
  `/radiology/${itemId}/${studyId}/thumbnail/${series}`;

/** By item ID; items without a thumbnail (yet) are omitted. */
export async function findRadiologyThumbnails(
  db: SiteDb,
  siteId: number,
  itemIds: readonly number[],
): Promise<ReadonlyMap<number, string>> {
  if (itemIds.length === 0) return new Map();
  const rows = await db
    .selectFrom("radiology")
    .innerJoin("radiology_series", (join) =>
      join
        .onRef("radiology_series.study_id", "=", "radiology.study_id")
        .onRef("radiology_series.site_id", "=", "radiology.site_id"),
    )
    .select(["radiology.item_id", "radiology.study_id", "radiology_series.number"])
    .distinctOn("radiology.item_id")
    .where("radiology.site_id", "=", siteId)
    .where("radiology.item_id", "in", [...itemIds])
    .where("radiology_series.has_thumbnail", "=", true)
    .where("radiology_series.is_hidden", "=", false)
    .orderBy("radiology.item_id")
    .orderBy("radiology_series.number")
    .execute();
  return new Map(
    rows.map(({ item_id, study_id, number }) => [item_id, radiologyThumbnailPath(item_id, study_id, number)]),
  );
}
