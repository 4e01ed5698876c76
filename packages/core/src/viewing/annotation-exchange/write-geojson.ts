/**
 * Writes annotations as GeoJSON for QuPath: pixels, origin top left, y down. Data for which QuPath has no field is in
 * `properties.parfocal`, so that Parfocal's import restores everything.
 *
 * Sources: RFC 7946, section 3.2; QuPath, documentation "Exporting annotations" and QuPathTypeAdapters.java
 * (objectType, classification, isLocked, measurements).
 */

import { type Measurement, UM_PER_MM, UM2_PER_MM2 } from "../../geometry/measurement.ts";
import { parseWkt } from "../../geometry/wkt.ts";
import { annotationTypeOf } from "../annotation/annotation-types.ts";
import { authorKindOf, type ExchangedAnnotation } from "./exchanged-annotation.ts";
import { geometryOfShape } from "./geojson-geometry.ts";

/** Line colours as displayed in Parfocal, as red, green and blue. */
const COLORS = { expert: [91, 70, 196], student: [176, 106, 0] } as const;

/** Measurement names as in QuPath. */
function measurementsOf(measurement: Measurement | null): Readonly<Record<string, number>> {
  if (measurement === null) return {};
  const { kind, value, unit } = measurement;
  return kind === "length"
    ? { "Length µm": unit === "mm" ? value * UM_PER_MM : value }
    : { "Area µm^2": unit === "mm²" ? value * UM2_PER_MM2 : value };
}

/**
 * The title is both name and class, because QuPath counts by class.
 *
 * @throws RangeError if the geometry is invalid, which stored ones are not.
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
