/** Converts the marks of a count to annotations: one multi-point annotation per category. */
import { idOfDrawnType } from "@parfocal/core/annotation/annotation-types.ts";
import { standingsOf, type Tally } from "@parfocal/core/counting/tally.ts";
import type { PixelSizeUm, SlidePoint } from "@parfocal/core/geometry/slide-point.ts";
import { formatWkt } from "@parfocal/core/geometry/wkt.ts";
import type { AnnotationFields } from "#annotation/annotation-outbox.ts";

interface AnnotationPlace {
  readonly imageId: number;
  readonly pixelSizeUm: PixelSizeUm;
  readonly viewCenter: SlidePoint;
  /** Zoom of the view, as stored with annotations. */
  readonly zoom: number;
}

/** Only marks that are counted; a category without counted marks gets no annotation. */
export function annotationsOfTally(
  tally: Tally,
  { imageId, pixelSizeUm, viewCenter, zoom }: AnnotationPlace,
): readonly { readonly fields: AnnotationFields; readonly markCount: number }[] {
  const standings = standingsOf(tally, pixelSizeUm, viewCenter);
  return tally.categories.flatMap(({ id, name }) => {
    const points = tally.marks
      .filter((mark, index) => mark.categoryId === id && standings[index]?.standing === "counted")
      .map(({ at }) => at);
    const [first] = points;
    if (!first) return [];
    const shape =
      points.length === 1 ? { kind: "point" as const, point: first } : { kind: "multiPoint" as const, points };
    const fields: AnnotationFields = {
      imageId,
      typeId: idOfDrawnType("point"),
      title: `${tally.name}: ${name} (${points.length})`,
      content: "",
      link: "",
      zoom,
      geometry: formatWkt(shape),
      measurement: null,
      includeMeasurement: false,
    };
    return [{ fields, markCount: points.length }];
  });
}
