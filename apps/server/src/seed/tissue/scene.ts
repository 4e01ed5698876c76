/**
 * What a drawn slide is: its pixels, asked for band by band, and the truth about them.
 */
import type { DrawnTypeName } from "@parfocal/core/annotation/annotation-types.ts";

/** A place on the slide: full-resolution pixels, origin top left, x right, y down. */
export type ScenePoint = readonly [x: number, y: number];

/** A drawn object and its exact position. */
export interface TissueStructure {
  /** What it is: "nucleus", "glomerulus", "erythrocyte", "neutrophil", "ki67-positive" and so on. */
  readonly kind: string;
  readonly shape: "point" | "polygon" | "ellipse";
  /** A point has one vertex; a polygon is a closed ring without its first vertex repeated; an ellipse is such a ring, approximating it. */
  readonly points: readonly ScenePoint[];
}

/** Something a teacher would have annotated. */
export interface TeachingMark {
  readonly title: string;
  readonly content: string;
  /** point, polygon, ellipse, rectangle, line, arrow, text or freehand. */
  readonly typeName: DrawnTypeName;
  /** point and text: one vertex; line and arrow: from, to; rectangle: four corners; the others: a ring as in `TissueStructure`. */
  readonly points: readonly ScenePoint[];
}

export interface TissueScene {
  /** Names the scene for good, e.g. "kidney-he". */
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
  /** Places that show the same tissue as those of the same number on the other scenes of the same section; empty: there are none. */
  readonly sectionPoints: readonly ScenePoint[];
  /** The truth about everything drawn, up to some hundred thousand entries; computed at the first call, then kept. */
  structures(): readonly TissueStructure[];
  /**
   * Rows `top` to `top + rows - 1`, interleaved 8-bit RGB. Rows may be asked for in any order and any height:
   * each pixel depends on its place and the seed only, so that bands meet without a seam.
   */
  renderBand(top: number, rows: number): Uint8Array;
}
