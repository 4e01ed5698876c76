import type { SubjectSlide } from "@parfocal/core/quiz-subject/quiz-subject.contract.ts";
import { sql } from "kysely";
import { listCaseItems } from "#case/case-item.queries.ts";
import { presentSlideInformation } from "#image/image.present.ts";
import type { SiteDb } from "#platform/db/database.ts";

/** Opening view of slides that have no view in their case. */
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
          annotations: [],
        },
      ],
    ),
  );
}

/** Whether the attempt has access to the tiles of all these slides. */
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

/** Limits for the outlines, in bytes, and the annotations of one response: the first ones are sent. */
const ANNOTATION_BYTES_MAX = 2_000_000;
const ANNOTATIONS_MAX = 500;

/** Expert annotations outside work groups, in order. @returns by slide. */
async function findExpertAnnotations(
  db: SiteDb,
  siteId: number,
  imageIds: readonly number[],
): Promise<ReadonlyMap<number, SubjectSlide["annotations"]>> {
  const { rows } = await sql<{ image_id: number; title: string; wkt: string }>`
    SELECT annotation.image_id, annotation.title, annotation.geometry AS wkt
    FROM (
      SELECT id, row_number() OVER in_order AS place, sum(geometry_bytes) OVER in_order AS bytes
      FROM annotation
      WHERE site_id = ${siteId} AND image_id = ANY (${[...imageIds]}::bigint[]) AND NOT is_student
        AND work_group_id IS NULL AND deleted_at IS NULL
      WINDOW in_order AS (ORDER BY image_id, position, id)
    ) shown
    JOIN annotation ON annotation.site_id = ${siteId} AND annotation.id = shown.id
    WHERE shown.place <= ${ANNOTATIONS_MAX} AND shown.bytes <= ${ANNOTATION_BYTES_MAX}
    ORDER BY shown.place
  `.execute(db);
  const found = new Map<number, SubjectSlide["annotations"]>();
  for (const { image_id, title, wkt } of rows)
    found.set(Number(image_id), [...(found.get(Number(image_id)) ?? []), { title, wkt }]);
  return found;
}

type Subject = { readonly id: number; readonly kind: "image" | "case" };

/** For an image, the image itself; for a case, the slides that learners see, in order. Includes titles. */
export async function listSubjectSlides(
  db: SiteDb,
  siteId: number,
  subject: Subject,
  { showsAnnotations }: { readonly showsAnnotations: boolean },
): Promise<SubjectSlide[]> {
  const slides = await listSlides(db, siteId, subject);
  if (!showsAnnotations) return slides;
  const found = await findExpertAnnotations(
    db,
    siteId,
    slides.map(({ id }) => id),
  );
  return slides.map((slide) => ({ ...slide, annotations: found.get(slide.id) ?? [] }));
}

async function listSlides(db: SiteDb, siteId: number, { id, kind }: Subject): Promise<SubjectSlide[]> {
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
