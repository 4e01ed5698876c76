import type { SlidePoint } from "@parfocal/core/geometry/slide-point.ts";
import type { SlideFileRow } from "#image/image.table.ts";
import type { SiteDb } from "#platform/db/database.ts";

/** A slide in a case: its position, and its view. */
export interface CaseItemRow {
  readonly imageId: number;
  readonly isActive: boolean;
  readonly annotationsActive: boolean;
  readonly center: SlidePoint | null;
  readonly zoom: number | null;
  readonly rotationDeg: number;
  readonly boundPoints: readonly (SlidePoint | null)[];
}

/** In order; slides in the bin are omitted by default. */
export async function listCaseItems(
  db: SiteDb,
  siteId: number,
  caseId: number,
  { includesInactive, includesDeleted = false }: { includesInactive: boolean; includesDeleted?: boolean },
): Promise<CaseItemRow[]> {
  const rows = await db
    .selectFrom("placement")
    .innerJoin("item", (join) =>
      join.onRef("item.id", "=", "placement.item_id").onRef("item.site_id", "=", "placement.site_id"),
    )
    .leftJoin("case_item", (join) =>
      join
        .onRef("case_item.case_id", "=", "placement.parent_id")
        .onRef("case_item.image_id", "=", "placement.item_id")
        .onRef("case_item.site_id", "=", "placement.site_id"),
    )
    .select([
      "placement.item_id",
      "placement.is_active",
      "placement.annotations_active",
      "case_item.center_x",
      "case_item.center_y",
      "case_item.zoom",
      "case_item.rotation_deg",
      "case_item.bound_points",
    ])
    .where("placement.site_id", "=", siteId)
    .where("placement.parent_id", "=", caseId)
    .where("item.kind", "=", "image")
    .$if(!includesDeleted, (query) => query.where("item.deleted_at", "is", null))
    .$if(!includesInactive, (query) => query.where("placement.is_active", "=", true))
    .orderBy("placement.position")
    .execute();
  return rows.map((row) => ({
    imageId: row.item_id,
    isActive: row.is_active,
    annotationsActive: row.annotations_active,
    center: row.center_x === null || row.center_y === null ? null : [row.center_x, row.center_y],
    zoom: row.zoom,
    rotationDeg: row.rotation_deg ?? 0,
    boundPoints: row.bound_points ?? [],
  }));
}

export interface CaseSlide {
  readonly imageId: number;
  readonly title: string;
  readonly subtitle: string;
  readonly slideFile: SlideFileRow;
}

/** By ID of the image; images that do not exist or are in the bin are omitted. */
export async function findCaseSlides(
  db: SiteDb,
  siteId: number,
  imageIds: readonly number[],
): Promise<Map<number, CaseSlide>> {
  if (imageIds.length === 0) return new Map();
  const rows = await db
    .selectFrom("image")
    .innerJoin("item", (join) =>
      join.onRef("item.id", "=", "image.item_id").onRef("item.site_id", "=", "image.site_id"),
    )
    .innerJoin("slide_file", (join) =>
      join.onRef("slide_file.id", "=", "image.slide_file_id").onRef("slide_file.site_id", "=", "image.site_id"),
    )
    .selectAll("slide_file")
    .select(["image.item_id as imageId", "item.title", "item.subtitle"])
    .where("image.site_id", "=", siteId)
    .where("image.item_id", "in", [...imageIds])
    .where("item.deleted_at", "is", null)
    .execute();
  return new Map(
    rows.map(({ imageId, title, subtitle, ...slideFile }) => [imageId, { imageId, title, subtitle, slideFile }]),
  );
}

/** Adds these slides to the case, in this order from 1; all others must have been removed before. */
export async function writeCaseItems(
  db: SiteDb,
  siteId: number,
  caseId: number,
  items: readonly CaseItemRow[],
): Promise<void> {
  if (items.length === 0) return;
  await db
    .insertInto("placement")
    .values(
      items.map(({ imageId, isActive, annotationsActive }, index) => ({
        site_id: siteId,
        parent_id: caseId,
        item_id: imageId,
        position: index + 1,
        is_active: isActive,
        annotations_active: annotationsActive,
      })),
    )
    .onConflict((conflict) =>
      conflict.columns(["parent_id", "item_id"]).doUpdateSet((eb) => ({
        position: eb.ref("excluded.position"),
        is_active: eb.ref("excluded.is_active"),
        annotations_active: eb.ref("excluded.annotations_active"),
      })),
    )
    .execute();
  await db
    .insertInto("case_item")
    .values(
      items.map(({ imageId, center, zoom, rotationDeg, boundPoints }) => ({
        site_id: siteId,
        case_id: caseId,
        image_id: imageId,
        center_x: center?.[0] ?? null,
        center_y: center?.[1] ?? null,
        zoom,
        rotation_deg: rotationDeg,
        bound_points: JSON.stringify(boundPoints),
      })),
    )
    .onConflict((conflict) =>
      conflict.columns(["case_id", "image_id"]).doUpdateSet((eb) => ({
        center_x: eb.ref("excluded.center_x"),
        center_y: eb.ref("excluded.center_y"),
        zoom: eb.ref("excluded.zoom"),
        rotation_deg: eb.ref("excluded.rotation_deg"),
        bound_points: eb.ref("excluded.bound_points"),
      })),
    )
    .execute();
}

/** Also deletes their views and bindings in it. */
export async function deleteCasePlacements(
  db: SiteDb,
  siteId: number,
  caseId: number,
  imageIds: readonly number[],
): Promise<void> {
  if (imageIds.length === 0) return;
  await db
    .deleteFrom("placement")
    .where("site_id", "=", siteId)
    .where("parent_id", "=", caseId)
    .where("item_id", "in", [...imageIds])
    .execute();
}

/** The centres and bound points of all its slides, including inactive ones. */
export async function clearBinding(db: SiteDb, siteId: number, caseId: number): Promise<void> {
  await db
    .updateTable("case_item")
    .set({ center_x: null, center_y: null, bound_points: "[]" })
    .where("site_id", "=", siteId)
    .where("case_id", "=", caseId)
    .execute();
}

/**
 * Images that are placed only in this case. Locks their rows in the order of their IDs, so that if two cases remove the
 * same slide concurrently, one sees the other's removal.
 */
export async function listImagesOnlyIn(
  db: SiteDb,
  siteId: number,
  caseId: number,
  imageIds: readonly number[],
): Promise<{ id: number; title: string }[]> {
  if (imageIds.length === 0) return [];
  await db
    .selectFrom("item")
    .select("id")
    .where("site_id", "=", siteId)
    .where("id", "in", [...imageIds])
    .orderBy("id")
    .forNoKeyUpdate()
    .execute();
  return db
    .selectFrom("item")
    .select(["item.id", "item.title"])
    .where("item.site_id", "=", siteId)
    .where("item.id", "in", [...imageIds])
    .where("item.deleted_at", "is", null)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom("placement")
            .innerJoin("item as parent", (join) =>
              join.onRef("parent.id", "=", "placement.parent_id").onRef("parent.site_id", "=", "placement.site_id"),
            )
            .select("placement.item_id")
            .where("placement.site_id", "=", siteId)
            .whereRef("placement.item_id", "=", "item.id")
            .where("placement.parent_id", "<>", caseId)
            .where("parent.deleted_at", "is", null),
        ),
      ),
    )
    .orderBy("item.id")
    .execute();
}
