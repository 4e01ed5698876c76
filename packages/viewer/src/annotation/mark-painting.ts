/** Marks and labels painted on a canvas at a screen position in CSS px, upright at any rotation of the slide. */

import type { ScreenPoint } from "../world/slide-to-screen.ts";
import { FONT, HALO, type MarkForm } from "./annotation-rendering.ts";
import { tagPlaceInView } from "./tag-place.ts";

export interface Paint {
  readonly fill: string;
  readonly stroke: string;
  readonly strokeWidth: number;
}

/** Adds the outline of a mark to the current path. */
export function traceMark(
  context: CanvasRenderingContext2D,
  form: MarkForm,
  [x, y]: ScreenPoint,
  circleRadius: number,
): void {
  const radius = circleRadius * form.grow;
  if (form.corners === 0) {
    context.moveTo(x + radius, y);
    context.arc(x, y, radius, 0, 2 * Math.PI);
    return;
  }
  for (let corner = 0; corner < form.corners; corner += 1) {
    const angle = form.angle - Math.PI / 2 + (corner / form.corners) * 2 * Math.PI;
    const [cornerX, cornerY] = [x + radius * Math.cos(angle), y + radius * Math.sin(angle)];
    if (corner === 0) context.moveTo(cornerX, cornerY);
    else context.lineTo(cornerX, cornerY);
  }
  context.closePath();
}

/** Fills the current path and draws its border over the fill. */
export function paintPath(context: CanvasRenderingContext2D, { fill, stroke, strokeWidth }: Paint): void {
  context.fillStyle = fill;
  context.fill();
  context.setLineDash([]);
  context.lineJoin = "round";
  context.strokeStyle = stroke;
  context.lineWidth = strokeWidth;
  context.stroke();
}

export function paintMark(
  context: CanvasRenderingContext2D,
  form: MarkForm,
  place: ScreenPoint,
  circleRadius: number,
  paint: Paint,
): void {
  context.beginPath();
  traceMark(context, form, place, circleRadius);
  paintPath(context, paint);
}

/** Distance by which the halo extends beyond the tip of an arrow. */
const HEAD_HALO_PX = 3;

/**
 * The head of an arrow, with its tip at the end of a line that starts at `from`. @param size distance from its middle
 * to a corner.
 */
export function paintArrowHead(
  context: CanvasRenderingContext2D,
  { from, tip }: { readonly from: ScreenPoint; readonly tip: ScreenPoint },
  color: string,
  size: number,
): void {
  const heading = Math.atan2(tip[1] - from[1], tip[0] - from[0]);
  const triangle = (radius: number, beyondTip: number, fill: string): void => {
    const middle = beyondTip - radius;
    context.beginPath();
    for (const turn of [0, 1, 2]) {
      const angle = heading + (turn * 2 * Math.PI) / 3;
      context.lineTo(
        tip[0] + middle * Math.cos(heading) + radius * Math.cos(angle),
        tip[1] + middle * Math.sin(heading) + radius * Math.sin(angle),
      );
    }
    context.closePath();
    context.fillStyle = fill;
    context.fill();
  };
  triangle(size + HEAD_HALO_PX, HEAD_HALO_PX, HALO);
  triangle(size, 0, color);
}

export interface TagLook {
  readonly color: string;
  readonly background: string;
  readonly weight: 500 | 600;
  /** Padding around the line of text: top, right, bottom, left. */
  readonly padding: readonly [top: number, right: number, bottom: number, left: number];
}

const TAG_FONT_PX = 13;
/** Height of a line of text in this size. */
const TAG_LINE_PX = 16;
/** Line spacing. */
const TAG_STEP_PX = 21;

/** A line of text on a dark background. @param place left end of the text, vertically centred. */
export function paintTag(context: CanvasRenderingContext2D, text: string, [x, y]: ScreenPoint, look: TagLook): void {
  const [top, right, bottom, left] = look.padding;
  context.font = `${look.weight} ${TAG_FONT_PX}px ${FONT}`;
  context.textAlign = "left";
  context.textBaseline = "middle";
  const width = Math.ceil(context.measureText(text).width);
  context.fillStyle = look.background;
  context.fillRect(x - left, y - TAG_LINE_PX / 2 - top, width + left + right, TAG_LINE_PX + top + bottom);
  context.fillStyle = look.color;
  context.fillText(text, x, y);
}

/**
 * Lines of text, moved into view and away from the scale bar.
 *
 * @param place left end of the upper line, vertically centred. @param anchor point that the text describes.
 */
export function paintTagsInView(
  context: CanvasRenderingContext2D,
  lines: readonly string[],
  { place, anchor }: { readonly place: ScreenPoint; readonly anchor: ScreenPoint },
  look: TagLook,
  view: { readonly width: number; readonly height: number },
): void {
  const [top, right, bottom, left] = look.padding;
  context.font = `${look.weight} ${TAG_FONT_PX}px ${FONT}`;
  const textWidth = Math.max(0, ...lines.map((text) => Math.ceil(context.measureText(text).width)));
  const width = textWidth + left + right;
  const height = (lines.length - 1) * TAG_STEP_PX + TAG_LINE_PX + top + bottom;
  const [x, y] = tagPlaceInView(anchor, { place, width, height, inset: [left, top + TAG_LINE_PX / 2] }, view);
  for (const [index, text] of lines.entries()) paintTag(context, text, [x, y + index * TAG_STEP_PX], look);
}

/** A number centred in a badge. */
export function paintNumber(
  context: CanvasRenderingContext2D,
  value: number,
  [x, y]: ScreenPoint,
  color: string,
): void {
  context.font = `600 ${value > 99 ? 9.5 : 11}px ${FONT}`;
  context.textAlign = "center";
  context.textBaseline = "middle";
  context.fillStyle = color;
  context.fillText(String(value), x, y + 0.5);
}

const PLATE_FONT_PX = 10.5;
const PLATE_HEIGHT_PX = 17;
const PLATE_PADDING_PX = 5;

/** A number that is too long for a badge, on a plate of its width. */
export function paintNumberPlate(
  context: CanvasRenderingContext2D,
  value: number,
  [x, y]: ScreenPoint,
  paint: Paint,
): void {
  context.font = `600 ${PLATE_FONT_PX}px ${FONT}`;
  const width = Math.ceil(context.measureText(String(value)).width) + 2 * PLATE_PADDING_PX;
  context.beginPath();
  context.roundRect(x - width / 2, y - PLATE_HEIGHT_PX / 2, width, PLATE_HEIGHT_PX, PLATE_HEIGHT_PX / 2);
  paintPath(context, paint);
  context.textAlign = "center";
  context.textBaseline = "middle";
  context.fillStyle = paint.fill === "#fff" ? paint.stroke : "#fff";
  context.fillText(String(value), x, y + 0.5);
}
