/**
 * A drawn slide: its pixels, rendered in bands, and the truth about them.
 */
import type { DrawnTypeName } from "@parfocal/core/annotation/annotation-types.ts";

/** A point on the slide: full-resolution pixels, origin top left, x right, y down. */
export type ScenePoint = readonly [x: number, y: number];

/** A drawn object and its exact position. */
export interface TissueStructure {
  /** Type of structure: "nucleus", "glomerulus", "erythrocyte", "neutrophil", "ki67-positive" and so on. */
  readonly kind: string;
  readonly shape: "point" | "polygon" | "ellipse";
  /**
   * A point has one vertex; a polygon is a ring whose first vertex is not repeated; an ellipse is such a ring, as an
   * approximation.
   */
  readonly points: readonly ScenePoint[];
}

/** A structure that a teacher would annotate. */
export interface TeachingMark {
  readonly title: string;
  readonly content: string;
  /** point, polygon, ellipse, rectangle, line, arrow, text or freehand. */
  readonly typeName: DrawnTypeName;
  /**
   * point and text: one vertex; line and arrow: from, to; rectangle: four corners; the others: a ring as in
   * `TissueStructure`.
   */
  readonly points: readonly ScenePoint[];
}

export interface TissueScene {
  /** Permanent key of the scene, e.g. "kidney-he". */
  readonly key: string;
  readonly title: string;
  readonly stain: string;
  /** px */
  readonly width: number;
  /** px */
  readonly height: number;
  readonly pixelSizeUm: number;
  readonly objectivePower: number;
  readonly teachingMarks: readonly TeachingMark[];
  /**
   * Points that show the same tissue as those with the same number on the other scenes of the same section; empty:
   * none.
   */
  readonly sectionPoints: readonly ScenePoint[];
  /** The truth about everything drawn, up to some hundred thousand entries; computed on the first call, then cached. */
  structures(): readonly TissueStructure[];
  /**
   * Rows `top` to `top + rows - 1`, interleaved 8-bit RGB. Rows can be requested in any order and any height: each
   * pixel depends only on its position and the seed, so that bands meet without a seam.
   */
  renderBand(top: number, rows: number): Uint8Array;
}
