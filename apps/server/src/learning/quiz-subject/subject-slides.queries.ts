import type { SubjectSlide } from "@parfocal/core/quiz-subject/quiz-subject.contract.ts";
import { listCaseItems } from "#case/case-item.queries.ts";
import { presentSlideInformation } from "#image/image.present.ts";
import type { SiteDb } from "#platform/db/database.ts";

/** How a slide opens where its case says nothing. */
async function findOpenings(
  db: SiteDb,
  siteId: number,
  imageIds: readonly number[],
): Promise<Map<number, SubjectSlide>> {
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
    .select(["image.item_id", "item.title", "image.center_x", "image.center_y", "image.zoom", "image.rotation_deg"])
    .where("image.site_id", "=", siteId)
    .where("image.item_id", "in", [...imageIds])
    .where("item.deleted_at", "is", null)
    .execute();
  return new Map(
    rows.map(
      ({ item_id, title, center_x: x, center_y: y, zoom, rotation_deg, ...slideFile }): [number, SubjectSlide] => [
        item_id,
        {
          id: item_id,
          title,
          center: x === null || y === null ? null : [x, y],
          zoom,
          rotation: rotation_deg,
          slideInformation: presentSlideInformation(item_id, slideFile),
        },
      ],
    ),
  );
}

/** Whether tiles of all these slides are open to the attempt. */
export async function areOpen(
  db: SiteDb,
  siteId: number,
  attemptId: number,
  slides: readonly { readonly id: number }[],
): Promise<boolean> {
  const rows = await db
    .selectFrom("quiz_attempt_image")
    .select("image_id")
    .where("site_id", "=", siteId)
    .where("attempt_id", "=", attemptId)
    .execute();
  const open = new Set(rows.map(({ image_id }) => image_id));
  return slides.every(({ id }) => open.has(id));
}

/** Of an image: itself; of a case: those that learners see there, in their order. With their titles. */
export async function listSubjectSlides(
  db: SiteDb,
  siteId: number,
  { id, kind }: { readonly id: number; readonly kind: "image" | "case" },
): Promise<SubjectSlide[]> {
  if (kind === "image") return [...(await findOpenings(db, siteId, [id])).values()];
  const items = await listCaseItems(db, siteId, id, { includesInactive: false });
  const slides = await findOpenings(
    db,
    siteId,
    items.map(({ imageId }) => imageId),
  );
  return items.flatMap(({ imageId, center, zoom, rotationDeg }): SubjectSlide[] => {
    const slide = slides.get(imageId);
    if (!slide) return [];
    if (center === null && zoom === null) return [slide];
    return [{ ...slide, center: center && [center[0], center[1]], zoom, rotation: rotationDeg }];
  });
}
