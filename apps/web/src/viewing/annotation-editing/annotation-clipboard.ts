/**
 * Clipboard of annotations: serialization, and positions after pasting. Serialized as GeoJSON (RFC 7946 in QuPath's
 * form: pixels, origin top left, y down), for exchange with other programs.
 */

import { annotationTypeOf, idOfDrawnType } from "@parfocal/core/annotation/annotation-types.ts";
import { EntryProblem } from "@parfocal/core/annotation-exchange/exchanged-annotation.ts";
import {
  type GeoJsonGeometry,
  geometryOfShape,
  shapeOfGeometry,
} from "@parfocal/core/annotation-exchange/geojson-geometry.ts";
import { boundsOf, type Shape, verticesOf } from "@parfocal/core/geometry/shape.ts";
import type { PixelSizeUm, SlidePoint } from "@parfocal/core/geometry/slide-point.ts";
import { parseWkt } from "@parfocal/core/geometry/wkt.ts";
import { fieldsOf } from "@parfocal/core/platform/json-fields.ts";
import { mapVertices } from "@parfocal/viewer/annotation/shape-paths.ts";
import type { ListedAnnotation } from "#annotation/annotation-outbox.ts";

interface CopiedAnnotation {
  readonly typeId: number;
  readonly title: string;
  readonly content: string;
  readonly link: string;
  readonly includeMeasurement: boolean;
  readonly shape: Shape;
}

/** Slide and view of a copy or paste action. */
export interface ClipboardPlace {
  readonly imageId: number;
  readonly width: number;
  readonly height: number;
  /** Null: unknown. */
  readonly pixelSizeUm: PixelSizeUm | null;
  /** Centre of the view. */
  readonly center: SlidePoint;
}

export interface Clipboard {
  /** Null: copied in another program. */
  readonly source: ClipboardPlace | null;
  readonly annotations: readonly CopiedAnnotation[];
}

interface Feature {
  readonly type: "Feature";
  readonly geometry: GeoJsonGeometry;
  readonly properties: Readonly<Record<string, unknown>>;
}

/** Readable annotations only; simplified shapes are omitted, because they are not the originals. */
export function copyOf(annotations: readonly ListedAnnotation[], source: ClipboardPlace): Clipboard {
  const copied = annotations.flatMap((annotation): CopiedAnnotation[] => {
    const read = parseWkt(annotation.geometry);
    if (!read.ok || annotation.isSimplified) return [];
    const { typeId, title, content, link, includeMeasurement } = annotation;
    return [{ typeId, title, content, link, includeMeasurement, shape: read.shape }];
  });
  return { source, annotations: copied };
}

export function writeClipboard({ source, annotations }: Clipboard): string {
  const features = annotations.map(({ shape, title, ...parfocal }): Feature => {
    const properties = { objectType: "annotation", name: title, parfocal };
    return { type: "Feature", geometry: geometryOfShape(shape), properties };
  });
  return JSON.stringify({ type: "FeatureCollection", features, parfocal: { source } });
}

/** @returns null if the text is not GeoJSON or contains no valid annotation. */
export function readClipboard(text: string): Clipboard | null {
  let data: unknown;
  try {
    data = JSON.parse(text);
  } catch {
    return null;
  }
  const { type, features, parfocal } = fieldsOf(data);
  const list = Array.isArray(data) ? data : type === "FeatureCollection" && Array.isArray(features) ? features : [data];
  const annotations = list.flatMap((feature: unknown) => annotationOf(feature) ?? []);
  return annotations.length === 0 ? null : { source: placeOf(fieldsOf(parfocal).source), annotations };
}

const asText = (value: unknown): string => (typeof value === "string" ? value : "");

const TYPE_OF_SHAPE = {
  point: "point",
  multiPoint: "point",
  line: "line",
  multiLine: "line",
  polygon: "polygon",
  multiPolygon: "polygon",
} as const;

/** @returns null if it is not a shape that can be drawn here. */
function readShape(geometry: unknown): Shape | null {
  try {
    return shapeOfGeometry(geometry);
  } catch (error) {
    if (error instanceof EntryProblem) return null;
    throw error;
  }
}

function annotationOf(feature: unknown): CopiedAnnotation | null {
  const { geometry, properties } = fieldsOf(feature);
  const shape = readShape(geometry);
  if (!shape) return null;
  const { name, parfocal } = fieldsOf(properties);
  const { typeId, content, link, includeMeasurement } = fieldsOf(parfocal);
  const type = typeof typeId === "number" ? annotationTypeOf(typeId) : undefined;
  const isFitting = (type?.geometry as readonly string[] | undefined)?.includes(shape.kind) ?? false;
  const drawn = TYPE_OF_SHAPE[shape.kind];
  return {
    typeId: type && isFitting ? type.id : idOfDrawnType(drawn),
    title: asText(name),
    content: asText(content),
    link: asText(link),
    includeMeasurement: includeMeasurement === true,
    shape,
  };
}

function placeOf(value: unknown): ClipboardPlace | null {
  const { imageId, width, height, pixelSizeUm, center } = fieldsOf(value);
  const numbers = [imageId, width, height, ...(Array.isArray(center) ? center : [null])];
  if (numbers.length !== 5 || !numbers.every(Number.isFinite)) return null;
  const { x, y } = fieldsOf(pixelSizeUm);
  const isSizeKnown = Number(x) > 0 && Number(y) > 0;
  return { ...(value as ClipboardPlace), pixelSizeUm: isSizeKnown ? { x: Number(x), y: Number(y) } : null };
}

/** Offset of a pasted copy from its original to the right and down, CSS px. */
export const PASTE_OFFSET_PX = 24;

/** Same size in pixels and in µm: the same scan, or an aligned one. */
function isAlike(one: ClipboardPlace, other: ClipboardPlace): boolean {
  const isSamePixel = one.pixelSizeUm?.x === other.pixelSizeUm?.x && one.pixelSizeUm?.y === other.pixelSizeUm?.y;
  return one.width === other.width && one.height === other.height && isSamePixel;
}

/**
 * Positions of pasted shapes. On the same slide with a small offset; on a slide of the same size and pixel size at the
 * same position; on any other slide relative to the centre of the view, in µm, as in the view they were copied from.
 * All are moved together onto the slide if necessary.
 *
 * @param resolution slide pixels per CSS px.
 * @returns null if they are larger than the slide.
 */
export function pastedShapes(
  { source, annotations }: Clipboard,
  target: ClipboardPlace,
  resolution: number,
): readonly Shape[] | null {
  const shapes = annotations.map(({ shape }) => shape);
  if (!source) return movedOntoSlide(shapes, target);
  if (source.imageId === target.imageId) {
    const offset = PASTE_OFFSET_PX * resolution;
    return movedOntoSlide(
      shapes.map((shape) => mapVertices(shape, ([x, y]) => [x + offset, y + offset])),
      target,
    );
  }
  if (isAlike(source, target)) return movedOntoSlide(shapes, target);
  const [from, to] = [source.pixelSizeUm, target.pixelSizeUm];
  const scaleX = from && to ? from.x / to.x : 1;
  const scaleY = from && to ? from.y / to.y : 1;
  const placed = shapes.map((shape) =>
    mapVertices(shape, ([x, y]) => [
      target.center[0] + (x - source.center[0]) * scaleX,
      target.center[1] + (y - source.center[1]) * scaleY,
    ]),
  );
  return movedOntoSlide(placed, target);
}

function movedOntoSlide(shapes: readonly Shape[], { width, height }: ClipboardPlace): readonly Shape[] | null {
  const { minX, minY, maxX, maxY } = boundsOf({ kind: "multiPoint", points: shapes.flatMap(verticesOf) });
  if (maxX - minX > width || maxY - minY > height) return null;
  const dx = Math.max(-minX, Math.min(width - maxX, 0));
  const dy = Math.max(-minY, Math.min(height - maxY, 0));
  return dx === 0 && dy === 0 ? shapes : shapes.map((shape) => mapVertices(shape, ([x, y]) => [x + dx, y + dy]));
}
