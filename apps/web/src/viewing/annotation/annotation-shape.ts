/** Parsed shapes of annotations. Each geometry is parsed once, because long lists render often with few changes. */
import { type Bounds, boundsOf, type Shape } from "@parfocal/core/geometry/shape.ts";
import { parseWkt } from "@parfocal/core/geometry/wkt.ts";

interface ReadShape {
  readonly shape: Shape;
  /** Slide pixels. */
  readonly bounds: Bounds;
}

/** Above this number the cache is cleared. */
const MAX_KEPT = 50_000;

const cache = new Map<string, ReadShape | null>();

/** @param wkt slide pixels, y down. @returns null if it cannot be parsed. */
export function readShapeOf(wkt: string): ReadShape | null {
  const known = cache.get(wkt);
  if (known !== undefined) return known;
  const result = parseWkt(wkt);
  const read = result.ok ? { shape: result.shape, bounds: boundsOf(result.shape) } : null;
  if (cache.size >= MAX_KEPT) cache.clear();
  cache.set(wkt, read);
  return read;
}
