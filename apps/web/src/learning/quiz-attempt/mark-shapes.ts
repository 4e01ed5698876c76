/** Parses the marks and regions of a question, and computes their bounds. */
import { type Bounds, boundsOf, type Shape } from "@parfocal/core/geometry/shape.ts";
import { parseWkt } from "@parfocal/core/geometry/wkt.ts";

export function shapesOf(texts: readonly string[]): Shape[] {
  return texts.flatMap((text) => {
    const read = parseWkt(text);
    return read.ok ? read.shape : [];
  });
}

export function boundsOfAll(shapes: readonly Shape[]): Bounds | null {
  if (shapes.length === 0) return null;
  return shapes.map(boundsOf).reduce((all, one) => ({
    minX: Math.min(all.minX, one.minX),
    minY: Math.min(all.minY, one.minY),
    maxX: Math.max(all.maxX, one.maxX),
    maxY: Math.max(all.maxY, one.maxY),
  }));
}
