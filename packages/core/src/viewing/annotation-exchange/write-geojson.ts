/**
 * Annotations as GeoJSON that QuPath reads: pixels, top left, y down. What QuPath has no word for is told under
 * `properties.parfocal`, so that our own import gives back what went out.
 *
 * Sources: RFC 7946, section 3.2; QuPath, documentation "Exporting annotations" and QuPathTypeAdapters.java
 * (objectType, classification, isLocked, measurements).
 */

import { type Measurement, UM_PER_MM, UM2_PER_MM2 } from "../../geometry/measurement.ts";
import { parseWkt } from "../../geometry/wkt.ts";
import { annotationTypeOf } from "../annotation/annotation-types.ts";
import { authorKindOf, type ExchangedAnnotation } from "./exchanged-annotation.ts";
import { geometryOfShape } from "./geojson-geometry.ts";

/** Of the lines on our own slides, as red, green and blue. */
const COLORS = { expert: [91, 70, 196], student: [176, 106, 0] } as const;

/** Named as QuPath names its own. */
export function measurementsOf(measurement: Measurement | null): Readonly<Record<string, number>> {
  if (measurement === null) return {};
  const { kind, value, unit } = measurement;
  return kind === "length"
    ? { "Length µm": unit === "mm" ? value * UM_PER_MM : value }
    : { "Area µm^2": unit === "mm²" ? value * UM2_PER_MM2 : value };
}

/**
 * The title is name and class at once: QuPath counts by class.
 *
 * @throws RangeError if the geometry is none: what is kept has been checked.
 */
export function featureOf(annotation: ExchangedAnnotation): object {
  const { id, typeId, title, content, link, zoom, includeMeasurement, order, author } = annotation;
  const read = parseWkt(annotation.geometry);
  if (!read.ok) throw new RangeError(read.problem);
  const authorKind = authorKindOf(annotation);
  return {
    type: "Feature",
    id: String(id),
    geometry: geometryOfShape(read.shape),
    properties: {
      objectType: "annotation",
      name: title,
      ...(title === "" ? {} : { classification: { name: title, color: COLORS[authorKind] } }),
      isLocked: !annotation.userCanEdit,
      measurements: measurementsOf(annotation.measurement),
      parfocal: {
        typeId,
        type: annotationTypeOf(typeId)?.name ?? null,
        title,
        content,
        link,
        zoom,
        includeMeasurement,
        order,
        author,
        authorKind,
        createdAt: annotation.createdAt,
        updatedAt: annotation.updatedAt,
      },
    },
  };
}
