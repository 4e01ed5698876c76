/** Measurements of a path or outline. */
import {
  areaMeasurement,
  lengthMeasurement,
  type Measurement,
  pathLengthUm,
  polygonAreaUm2,
} from "../../geometry/measurement.ts";
import type { Shape } from "../../geometry/shape.ts";
import type { PixelSizeUm, SlidePoint } from "../../geometry/slide-point.ts";

/** Source: spec part 1, section 4, "Measurement". */
const MEASURING_MODES = ["length", "area"] as const;
export type MeasuringMode = (typeof MEASURING_MODES)[number];

export interface MeasuredShape {
  /** Length of a path, area of an outline. */
  readonly total: Measurement;
  /** Perimeter of an outline; null for a path. */
  readonly perimeter: Measurement | null;
  /** Lengths between consecutive vertices; empty for an outline. */
  readonly segments: readonly Measurement[];
}

const closed = (ring: readonly SlidePoint[]): readonly SlidePoint[] => (ring[0] ? [...ring, ring[0]] : []);

/** @returns null if the shape is neither a single path nor a single outline. */
export function measuredShape(shape: Shape, pixel: PixelSizeUm): MeasuredShape | null {
  if (shape.kind === "line") {
    const { path } = shape;
    const segments = path.slice(1).map((to, index) => pathLengthUm([path[index] as SlidePoint, to], pixel));
    return {
      total: lengthMeasurement(pathLengthUm(path, pixel)),
      perimeter: null,
      segments: segments.map(lengthMeasurement),
    };
  }
  if (shape.kind !== "polygon") return null;
  const perimeterUm = shape.rings.reduce((sum, ring) => sum + pathLengthUm(closed(ring), pixel), 0);
  return {
    total: areaMeasurement(polygonAreaUm2(shape.rings, pixel)),
    perimeter: lengthMeasurement(perimeterUm),
    segments: [],
  };
}
