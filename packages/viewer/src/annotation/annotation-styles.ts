import type { AnnotationTypeName } from "@parfocal/core/annotation/annotation-types.ts";
import type { Shape } from "@parfocal/core/geometry/shape.ts";
import type { SlidePoint } from "@parfocal/core/geometry/slide-point.ts";
import CircleStyle from "ol/style/Circle.js";
import Fill from "ol/style/Fill.js";
import type ImageStyle from "ol/style/Image.js";
import RegularShape from "ol/style/RegularShape.js";
import Stroke from "ol/style/Stroke.js";
import Style from "ol/style/Style.js";
import Text from "ol/style/Text.js";
import { headingOf, pointGeometry, pointsGeometry } from "../world/shape-geometry.ts";
import type { AnnotationFacts, AnnotationKind } from "./annotation-layer.ts";
import { pathsOf } from "./shape-paths.ts";

interface KindLook {
  readonly color: string;
  readonly wash: string;
  /** Dash pattern, px; empty: unbroken. */
  readonly lineDash: readonly number[];
  /** A thin white line along the middle. */
  readonly isDouble: boolean;
  readonly mark: (radius: number, fill: Fill, stroke: Stroke) => ImageStyle;
}

const corners = (points: number, angle: number, grow: number) => (radius: number, fill: Fill, stroke: Stroke) =>
  new RegularShape({ points, angle, radius: radius * grow, fill, stroke });

export const KIND_LOOKS: Readonly<Record<AnnotationKind, KindLook>> = {
  expert: {
    color: "#5b46c4",
    wash: "91 70 196",
    lineDash: [],
    isDouble: false,
    mark: (radius, fill, stroke) => new CircleStyle({ radius, fill, stroke }),
  },
  student: {
    color: "#b06a00",
    wash: "224 148 20",
    lineDash: [8, 6],
    isDouble: false,
    mark: corners(4, Math.PI / 4, 1.3),
  },
  own: { color: "#b3155c", wash: "200 68 122", lineDash: [], isDouble: true, mark: corners(4, 0, 1.45) },
  workgroup: {
    color: "#0b7a75",
    wash: "11 122 117",
    lineDash: [13, 5, 2.5, 5],
    isDouble: false,
    mark: corners(6, 0, 1.2),
  },
};

const FONT = 'system-ui, "Inter", sans-serif';
const HALO = "rgb(255 255 255 / 85%)";
const BADGE_RADIUS_PX = 10;
const DOT_RADIUS_PX = 4.5;
/** The number of a point stands beside it, so that what it points at stays free: offset on the screen, px, y up. */
const POINT_BADGE_OFFSET_PX = [0, 19] as const;
/** A double line is so much wider than a single one, with a white line of this width inside, px. */
const DOUBLE_LINE_EXTRA_PX = 2;
const DOUBLE_LINE_GAP_PX = 1.2;
const PLAIN_WIDTH_PX = 2;
const TITLE_MAX_CHARACTERS = 60;
/** A chosen shape shows its vertices if it has at most this many. */
const MAX_SHOWN_VERTICES = 40;

export interface AnnotationLook extends AnnotationFacts {
  readonly shape: Shape;
  readonly isHovered: boolean;
  readonly isSelected: boolean;
  /** One of very many: drawn with less. */
  readonly isInCrowd: boolean;
}

/** Where the number stands: the tail of an arrow, else the vertex nearest to the slide's upper edge. */
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

export const isPointShape = (shape: Shape): boolean => shape.kind === "point" || shape.kind === "multiPoint";

function lineWidth({ isHovered, isSelected }: AnnotationLook): number {
  return isSelected ? 4 : isHovered ? 3.25 : 2.25;
}

const lineStylesMade = new Map<string, Style[]>();

/** The same look gets the same styles, made once: with thousands of shapes, making them is what takes long. */
function lineStyles(look: AnnotationLook, kind: KindLook): Style[] {
  const isPlain = look.isInCrowd && !look.isHovered && !look.isSelected;
  const key = [look.kind, look.isDraft ?? false, look.isHovered, look.isSelected, isPlain].join();
  const styles = lineStylesMade.get(key) ?? (isPlain ? plainLineStyles(kind) : fullLineStyles(look, kind));
  lineStylesMade.set(key, styles);
  return styles;
}

/** Colour and line alone. */
function plainLineStyles(kind: KindLook): Style[] {
  return [
    new Style({ stroke: new Stroke({ color: kind.color, width: PLAIN_WIDTH_PX, lineDash: [...kind.lineDash] }) }),
  ];
}

function fullLineStyles(look: AnnotationLook, kind: KindLook): Style[] {
  const width = lineWidth(look) + (kind.isDouble ? DOUBLE_LINE_EXTRA_PX : 0);
  const strength = look.isSelected ? 16 : look.isHovered ? 14 : 6;
  const opacity = look.isDraft ? "b0" : "";
  const styles = [
    new Style({
      stroke: new Stroke({ color: HALO, width: width + 2.5 }),
      fill: new Fill({ color: `rgb(${kind.wash} / ${strength}%)` }),
    }),
    new Style({
      stroke: new Stroke({
        color: kind.color + opacity,
        width,
        lineDash: [...kind.lineDash],
        lineCap: kind.lineDash.length > 0 ? "butt" : "round",
      }),
    }),
  ];
  if (kind.isDouble) styles.push(new Style({ stroke: new Stroke({ color: "#fff", width: DOUBLE_LINE_GAP_PX }) }));
  return styles;
}

/** The head of an arrow, its tip at the end of the line. */
export function arrowHead(path: readonly SlidePoint[], color: string, size: number): Style[] {
  const tip = path.at(-1);
  const from = path.at(-2);
  if (!tip || !from) return [];
  const head = (radius: number, fill: string, shift: number): Style =>
    new Style({
      geometry: pointGeometry(tip),
      image: new RegularShape({
        points: 3,
        radius,
        fill: new Fill({ color: fill }),
        rotation: headingOf(from, tip),
        rotateWithView: true,
        displacement: [0, -radius + shift],
      }),
    });
  return [head(size + 3, HALO, 3), head(size, color, 0)];
}

function shorten(title: string): string {
  return title.length > TITLE_MAX_CHARACTERS ? `${title.slice(0, TITLE_MAX_CHARACTERS - 1)}…` : title;
}

function textStyle(text: string, at: SlidePoint, offset: { x: number; y: number }, isStrong: boolean): Style {
  return new Style({
    geometry: pointGeometry(at),
    text: new Text({
      text: shorten(text),
      font: `${isStrong ? 600 : 500} 13px ${FONT}`,
      textAlign: "left",
      offsetX: offset.x,
      offsetY: offset.y,
      overflow: true,
      fill: new Fill({ color: "#f4f2f7" }),
      backgroundFill: new Fill({ color: "rgb(28 28 30 / 90%)" }),
      padding: [3, 7, 2, 7],
    }),
  });
}

function badgeStyles(look: AnnotationLook, kind: KindLook): Style[] {
  const isPoint = isPointShape(look.shape);
  const at = badgePlace(look);
  const [offsetX, offsetY] = isPoint ? POINT_BADGE_OFFSET_PX : [0, 0];
  const styles: Style[] = [];
  const white = new Stroke({ color: "#fff", width: look.isSelected || look.isHovered ? 2.5 : 1.75 });
  const badge = (radius: number): ImageStyle => {
    const image = kind.mark(
      radius,
      new Fill({ color: look.isDraft ? "#fff" : kind.color }),
      look.isDraft ? new Stroke({ color: kind.color, width: 2 }) : white,
    );
    image.setDisplacement([offsetX, offsetY]);
    return image;
  };
  if (look.order !== null) {
    styles.push(
      new Style({
        geometry: pointGeometry(at),
        image: badge(BADGE_RADIUS_PX),
        text: new Text({
          text: String(look.order),
          font: `600 ${look.order > 99 ? 9.5 : 11}px ${FONT}`,
          offsetX,
          offsetY: 0.5 - offsetY,
          overflow: true,
          fill: new Fill({ color: look.isDraft ? kind.color : "#fff" }),
        }),
      }),
    );
  }
  const isText = look.typeName === "text";
  if (look.title && (isText || look.isHovered || look.isSelected)) {
    const besideBadge = look.order !== null ? BADGE_RADIUS_PX + 12 : 14;
    styles.push(textStyle(look.title, at, isText ? { x: 15, y: 0 } : { x: besideBadge, y: -offsetY }, look.isSelected));
  }
  return styles;
}

function dotStyles(look: AnnotationLook, kind: KindLook): Style[] {
  const radius = DOT_RADIUS_PX + (look.isSelected ? 2 : look.isHovered ? 1 : 0);
  const dot = kind.mark(
    radius,
    new Fill({ color: look.isDraft ? "#fff" : kind.color }),
    new Stroke({ color: look.isDraft ? kind.color : "#fff", width: 1.75 }),
  );
  return [new Style({ image: dot })];
}

function vertexStyles(look: AnnotationLook, kind: KindLook): Style[] {
  const vertices = pathsOf(look.shape).flatMap(({ points }) => points);
  if (!look.isSelected || vertices.length > MAX_SHOWN_VERTICES) return [];
  const image = new CircleStyle({
    radius: 3.5,
    fill: new Fill({ color: "#fff" }),
    stroke: new Stroke({ color: kind.color, width: 1.5 }),
  });
  return [new Style({ geometry: pointsGeometry(vertices), image })];
}

/** Everything that is drawn for one annotation, the lowest first. */
export function annotationStyles(look: AnnotationLook): Style[] {
  const kind = KIND_LOOKS[look.kind];
  const zIndex = look.isSelected ? 3 : look.isHovered ? 2 : 1;
  const isArrow = look.typeName === "arrow" && look.shape.kind === "line";
  const styles = isPointShape(look.shape)
    ? dotStyles(look, kind)
    : [
        ...lineStyles(look, kind),
        ...(isArrow && look.shape.kind === "line"
          ? arrowHead(look.shape.path, kind.color, 7 + lineWidth(look) * 1.6)
          : []),
        ...vertexStyles(look, kind),
      ];
  styles.push(...badgeStyles(look, kind));
  for (const style of styles) style.setZIndex(zIndex);
  return styles;
}

/** Distance from a screen place to an annotation's number at which it is meant, px. */
export const BADGE_REACH_PX = BADGE_RADIUS_PX + 2;
export const POINT_REACH_PX = DOT_RADIUS_PX;

/** Where on the screen the number stands, from its place on the slide, px, y down. */
export function badgeOffsetPx(shape: Shape): readonly [x: number, y: number] {
  return isPointShape(shape) ? [POINT_BADGE_OFFSET_PX[0], -POINT_BADGE_OFFSET_PX[1]] : [0, 0];
}
