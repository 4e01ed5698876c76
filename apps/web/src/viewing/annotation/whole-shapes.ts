/** Loads the original shapes of annotations that were loaded simplified. */

import type { Bounds } from "@parfocal/core/geometry/shape.ts";
import { boundsOf, verticesOf } from "@parfocal/core/geometry/shape.ts";
import type { SlidePoint } from "@parfocal/core/geometry/slide-point.ts";
import type { AnnotationsInView } from "./annotation.api.ts";
import type { LoadedAnnotation } from "./annotation-outbox.ts";
import { readShapeOf } from "./annotation-shape.ts";

/** Annotations of one choice: those in a part of the slide, or a single one. */
export type WholePart = { readonly bounds: Bounds } | { readonly annotationId: number };

/** Returns original shapes, or none. */
type Ask = (part: WholePart) => Promise<AnnotationsInView>;

interface Sought {
  readonly id: number;
  /** A vertex of the shape: the annotation is returned for every part of the slide that contains it. */
  readonly corner: SlidePoint;
}

/**
 * Requests the part of the slide that contains them all. If there are too many for one response, requests its halves,
 * and finally each annotation alone.
 * @returns the annotations that still exist, in the cached form of lists.
 */
export async function fetchWholeShapes(simplified: readonly LoadedAnnotation[], ask: Ask): Promise<AnnotationsInView> {
  const sought = simplified.flatMap(({ id, geometry }): Sought[] => {
    const read = readShapeOf(geometry);
    const corner = read && verticesOf(read.shape)[0];
    return corner ? [{ id, corner }] : [];
  });
  const annotations = await askFor(sought, ask);
  const { length } = annotations;
  return {
    total: length,
    inView: length,
    isComplete: true,
    isSimplified: false,
    annotations,
    density: { cellPx: 1, cells: [] },
  };
}

async function askFor(sought: readonly Sought[], ask: Ask): Promise<AnnotationsInView["annotations"]> {
  if (sought.length === 0) return [];
  const bounds = boundsOf({ kind: "multiPoint", points: sought.map(({ corner }) => corner) });
  const part = await ask({ bounds });
  const ids = new Set(sought.map(({ id }) => id));
  if (part.isComplete && !part.isSimplified) return part.annotations.filter(({ id }) => ids.has(id));
  const [only] = sought;
  if (sought.length === 1 && only) {
    // Too many at one position for a single response.
    const alone = await ask({ annotationId: only.id });
    return alone.isSimplified ? [] : alone.annotations;
  }
  const axis = bounds.maxX - bounds.minX >= bounds.maxY - bounds.minY ? 0 : 1;
  const sorted = sought.toSorted((one, other) => one.corner[axis] - other.corner[axis]);
  const middle = Math.ceil(sorted.length / 2);
  const first = await askFor(sorted.slice(0, middle), ask);
  return [...first, ...(await askFor(sorted.slice(middle), ask))];
}
