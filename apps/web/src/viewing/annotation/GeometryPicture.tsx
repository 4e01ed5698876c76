import type { Bounds } from "@parfocal/core/geometry/shape.ts";
import { pathsOf } from "@parfocal/viewer/annotation/shape-paths.ts";
import { readShapeOf } from "./annotation-shape.ts";
import classes from "./GeometryPicture.module.css";

/** Margin around the shapes, as a fraction of the image. */
const MARGIN_SHARE = 0.12;
/** A single point is shown in a square of this side, slide pixels. */
const MIN_SIDE_PX = 40;
/** Radius of a point, as a fraction of the image's side. */
const DOT_SHARE = 0.05;

interface GeometryPictureProps {
  /** WKT, slide pixels. */
  readonly before: string | null;
  readonly after: string;
  readonly label: string;
}

/** Small image of two shapes on top of each other: the earlier one dashed and pale, the later one solid. */
export function GeometryPicture({ before, after, label }: GeometryPictureProps) {
  const boxes = [before, after].flatMap((wkt) => (wkt === null ? [] : (readShapeOf(wkt)?.bounds ?? [])));
  if (boxes.length === 0) return null;
  const { x, y, side } = squareAround(boxes);
  return (
    <svg className={classes.picture} viewBox={`${x} ${y} ${side} ${side}`} role="img" aria-label={label}>
      {before !== null && <ShapeOutline wkt={before} side={side} className={classes.before} />}
      <ShapeOutline wkt={after} side={side} className={classes.after} />
    </svg>
  );
}

function squareAround(boxes: readonly Bounds[]) {
  const [minX, minY] = [Math.min(...boxes.map((box) => box.minX)), Math.min(...boxes.map((box) => box.minY))];
  const [maxX, maxY] = [Math.max(...boxes.map((box) => box.maxX)), Math.max(...boxes.map((box) => box.maxY))];
  const side = Math.max(maxX - minX, maxY - minY, MIN_SIDE_PX) * (1 + 2 * MARGIN_SHARE);
  return { x: (minX + maxX - side) / 2, y: (minY + maxY - side) / 2, side };
}

interface ShapeOutlineProps {
  readonly wkt: string;
  /** Side of the image, slide pixels. */
  readonly side: number;
  readonly className: string | undefined;
}

function ShapeOutline({ wkt, side, className }: ShapeOutlineProps) {
  const read = readShapeOf(wkt);
  if (!read) return null;
  const paths = pathsOf(read.shape);
  const outline = paths
    .filter(({ points }) => points.length > 1)
    .map(({ points, isClosed }) => `M${points.map((point) => point.join(" ")).join("L")}${isClosed ? "Z" : ""}`)
    .join("");
  const dots = paths.flatMap(({ points }) => (points.length === 1 ? points : []));
  return (
    <g className={className}>
      {outline && <path d={outline} />}
      {dots.map(([x, y]) => (
        <circle key={`${x} ${y}`} cx={x} cy={y} r={side * DOT_SHARE} />
      ))}
    </g>
  );
}
