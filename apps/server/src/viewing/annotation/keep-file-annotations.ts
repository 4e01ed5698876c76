/**
 * Stores annotations contained in a slide's file as annotations of the person who added the slide.
 */
import { ANNOTATION_TITLE_MAX_CHARACTERS } from "@parfocal/core/annotation/annotation.contract.ts";
import { idOfDrawnType } from "@parfocal/core/annotation/annotation-types.ts";
import { AppError } from "@parfocal/core/errors.ts";
import { findSelfCrossing } from "@parfocal/core/geometry/self-crossing.ts";
import type { Shape } from "@parfocal/core/geometry/shape.ts";
import { formatWkt } from "@parfocal/core/geometry/wkt.ts";
import type { FileAnnotation } from "@parfocal/slides/slide-source.ts";
import { findImageRow } from "#image/image.queries.ts";
import type { KeepAnnotations } from "#image/slide-work.ts";
import { findItem } from "#item/item.queries.ts";
import type { SiteDb } from "#platform/db/database.ts";
import type { Platform } from "#platform/platform.ts";
import { insertFirstAnnotations, type NewAnnotation } from "./annotation.queries.ts";
import { readAnnotationGeometry } from "./annotation-geometry.ts";

interface DrawnKind {
  readonly typeId: number;
  readonly shape: (points: FileAnnotation["pointsPx"]) => Shape;
}

const DRAWN_KINDS: Readonly<Record<FileAnnotation["shape"], DrawnKind>> = {
  point: { typeId: idOfDrawnType("point"), shape: (points) => ({ kind: "point", point: points[0]! }) },
  polyline: { typeId: idOfDrawnType("line"), shape: (points) => ({ kind: "line", path: points }) },
  polygon: { typeId: idOfDrawnType("polygon"), shape: (points) => ({ kind: "polygon", rings: [points] }) },
};

/** A self-intersecting outline has no area: it is stored as a closed line. */
const CROSSING_OUTLINE: DrawnKind = {
  typeId: idOfDrawnType("freehand"),
  shape: (points) => ({ kind: "line", path: [...points, points[0]!] }),
};

function kindOf({ shape, pointsPx }: FileAnnotation): DrawnKind {
  const kind = DRAWN_KINDS[shape];
  return findSelfCrossing(kind.shape(pointsPx)) ? CROSSING_OUTLINE : kind;
}

const UNNAMED = "Annotation";

/**
 * Call in the transaction that creates the image or makes it viewable: it must not have annotations yet.
 *
 * Shapes that are not valid here (too many points, far outside the slide) are skipped, and so are all shapes of a slide
 * that nobody added; their number is logged.
 */
export async function keepFileAnnotations(
  { log }: Platform,
  db: SiteDb,
  { siteId, imageId, annotations }: { siteId: number; imageId: number; annotations: readonly FileAnnotation[] },
): Promise<void> {
  if (annotations.length === 0) return;
  const image = await findImageRow(db, siteId, imageId);
  const item = await findItem(db, siteId, imageId);
  if (!image || !item) throw new Error(`image ${imageId} not found`);
  const authorId = item.created_by;
  const valid =
    authorId === null ? [] : annotations.flatMap((found) => rowOf(found, { imageId, authorId }, image.slideFile));
  await insertFirstAnnotations(db, siteId, valid);
  const rejected = annotations.length - valid.length;
  if (rejected > 0) log.warn({ siteId, imageId, refused: rejected }, "annotations in a slide file were skipped");
}

/** The same for modules that add slides and do not know annotations. */
export function annotationKeeper(platform: Platform): KeepAnnotations {
  return (db, found) => keepFileAnnotations(platform, db, found);
}

/** One row, or none if the shape is not valid. */
function rowOf(
  found: FileAnnotation,
  { imageId, authorId }: { imageId: number; authorId: number },
  size: Parameters<typeof readAnnotationGeometry>[2],
): NewAnnotation[] {
  const { pointsPx, label } = found;
  const kind = kindOf(found);
  try {
    return [
      {
        ...readAnnotationGeometry(formatWkt(kind.shape(pointsPx)), kind.typeId, size),
        image_id: imageId,
        author_id: authorId,
        type_id: kind.typeId,
        title: label.trim().slice(0, ANNOTATION_TITLE_MAX_CHARACTERS) || UNNAMED,
        content: "",
        link: "",
        zoom: null,
        include_measurement: false,
        is_student: false,
      },
    ];
  } catch (error) {
    if (error instanceof AppError) return [];
    throw error;
  }
}
