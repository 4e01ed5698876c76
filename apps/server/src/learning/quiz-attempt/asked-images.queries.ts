import type { PixelSizeUm } from "@parfocal/core/geometry/slide-point.ts";
import type { SiteDb } from "#platform/db/database.ts";

/** Active images directly in a folder or course, in order. */
export async function listImagesIn(
  db: SiteDb,
  siteId: number,
  { parentId, most }: { parentId: number; most: number },
): Promise<number[]> {
  const rows = await db
    .selectFrom("placement")
    .innerJoin("item", (join) =>
      join.onRef("item.id", "=", "placement.item_id").onRef("item.site_id", "=", "placement.site_id"),
    )
    .select("item.id")
    .where("placement.site_id", "=", siteId)
    .where("placement.parent_id", "=", parentId)
    .where("placement.is_active", "=", true)
    .where("item.kind", "=", "image")
    .where("item.deleted_at", "is", null)
    .orderBy("placement.position")
    .limit(most)
    .execute();
  return rows.map(({ id }) => id);
}

/** µm per slide pixel by ID of the image; images without a pixel size are omitted. */
export async function findPixelSizes(
  db: SiteDb,
  siteId: number,
  imageIds: readonly number[],
): Promise<Map<number, PixelSizeUm>> {
  if (imageIds.length === 0) return new Map();
  const rows = await db
    .selectFrom("image")
    .innerJoin("slide_file", (join) =>
      join.onRef("slide_file.id", "=", "image.slide_file_id").onRef("slide_file.site_id", "=", "image.site_id"),
    )
    .select(["image.item_id", "slide_file.pixel_size_x_um as x", "slide_file.pixel_size_y_um as y"])
    .where("image.site_id", "=", siteId)
    .where("image.item_id", "in", [...imageIds])
    .execute();
  return new Map(rows.flatMap(({ item_id, x, y }) => (x && y ? [[item_id, { x, y }] as const] : [])));
}
