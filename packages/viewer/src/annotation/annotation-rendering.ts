/** Appearance of each type of annotation, and positions of its parts on the screen. Lengths are CSS px. */
import type { AnnotationStyle } from "@parfocal/core/annotation/annotation-style.ts";
import type { AnnotationTypeName, DrawnTypeName } from "@parfocal/core/annotation/annotation-types.ts";
import type { Shape } from "@parfocal/core/geometry/shape.ts";
import type { SlidePoint } from "@parfocal/core/geometry/slide-point.ts";
import type { AnnotationFacts, AnnotationKind } from "./annotation-layer.ts";
import { pathsOf } from "./shape-paths.ts";

/** A round mark, or a regular polygon with its first corner turned clockwise from the top. */
export interface MarkForm {
  /** 0: a circle. */
  readonly corners: number;
  readonly angle: number;
  /** Factor applied to a circle's radius so that all marks look equally large. */
  readonly grow: number;
}

export interface KindLook {
  readonly color: string;
  readonly wash: string;
  /** Dash pattern, px; empty: unbroken. */
  readonly lineDash: readonly number[];
  /** A thin white line along the middle. */
  readonly isDouble: boolean;
  readonly mark: MarkForm;
}

export const CIRCLE: MarkForm = { corners: 0, angle: 0, grow: 1 };

export const KIND_LOOKS: Readonly<Record<AnnotationKind, KindLook>> = {
  expert: { color: "#5b46c4", wash: "91 70 196", lineDash: [], isDouble: false, mark: CIRCLE },
  student: {
    color: "#b06a00",
    wash: "224 148 20",
    lineDash: [8, 6],
    isDouble: false,
    mark: { corners: 4, angle: Math.PI / 4, grow: 1.3 },
  },
  own: {
    color: "#b3155c",
    wash: "200 68 122",
    lineDash: [],
    isDouble: true,
    mark: { corners: 4, angle: 0, grow: 1.45 },
  },
  workgroup: {
    color: "#0b7a75",
    wash: "11 122 117",
    lineDash: [13, 5, 2.5, 5],
    isDouble: false,
    mark: { corners: 6, angle: 0, grow: 1.2 },
  },
};

/** How one annotation is painted: by owner, type and the viewer's preferences. */
export interface AnnotationLook extends KindLook {
  readonly isFilled: boolean;
  /** 0 to 1. */
  readonly opacity: number;
  /** Width of a line in its normal state, CSS px. */
  readonly strokeWidthPx: number;
  readonly isLabelShown: boolean;
  readonly isNumberShown: boolean;
}

export type LookOf = (annotation: Pick<AnnotationFacts, "kind" | "typeName">) => AnnotationLook;

/** Converts `#5b46c4` to the three numbers of `rgb()`. */
const rgbOf = (color: string): string =>
  [1, 3, 5].map((start) => Number.parseInt(color.slice(start, start + 2), 16)).join(" ");

/** Line, double line and mark always show the owner; a style may change the colour only. */
export function looksFor(style: AnnotationStyle): LookOf {
  const made = new Map<string, AnnotationLook>();
  return ({ kind, typeName }) => {
    const key = `${kind} ${typeName}`;
    const known = made.get(key);
    if (known) return known;
    const kindLook = KIND_LOOKS[kind];
    const { color, isFilled } = style.ofType[typeName as DrawnTypeName] ?? { color: null, isFilled: true };
    const look: AnnotationLook = {
      ...kindLook,
      color: color ?? kindLook.color,
      wash: color ? rgbOf(color) : kindLook.wash,
      isFilled,
      opacity: style.opacityPercent / 100,
      strokeWidthPx: style.strokeWidthPx,
      isLabelShown: style.areLabelsShown,
      isNumberShown: style.areNumbersShown,
    };
    made.set(key, look);
    return look;
  };
}

/** The kinds in a fixed order, so that an index can represent one. */
export const KIND_ORDER = Object.keys(KIND_LOOKS) as readonly AnnotationKind[];

export const FONT = 'system-ui, "Inter", sans-serif';
export const HALO = "rgb(255 255 255 / 85%)";
/** Width of the halo on both sides of a line together. */
export const HALO_EXTRA_PX = 2.5;
export const BADGE_RADIUS_PX = 10;
export const DOT_RADIUS_PX = 4.5;
/** Distance from a screen point at which an annotation's number is hit. */
export const BADGE_REACH_PX = BADGE_RADIUS_PX + 2;
/** Distance of a point's number above the point, so that the marked structure stays visible. */
const POINT_BADGE_RISE_PX = 19;

export const isPointShape = (shape: Shape): boolean => shape.kind === "point" || shape.kind === "multiPoint";

/** Position of the number: the tail of an arrow, otherwise the vertex nearest to the slide's upper edge. */
export function badgePlace({
  shape,
  typeName,
}: {
  readonly shape: Shape;
  readonly typeName: AnnotationTypeName;
}): SlidePoint {
  if (typeName === "arrow" && shape.kind === "line" && shape.path[0]) return shape.path[0];
  let top: SlidePoint | undefined;
  for (const { points } of pathsOf(shape)) for (const point of points) if (!top || point[1] < top[1]) top = point;
  return top ?? [0, 0];
}

/** Distance of the number above `badgePlace` on the screen, at any rotation. */
export function badgeRisePx(shape: Shape): number {
  return isPointShape(shape) ? POINT_BADGE_RISE_PX : 0;
}
