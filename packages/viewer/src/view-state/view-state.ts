/** The visible part of a slide, and its short form for the address bar. */
import type { SlidePoint } from "@parfocal/core/geometry/slide-point.ts";
import { normaliseRotationDeg } from "../rotation/rotation.ts";

export interface ViewState {
  /** Middle of the view. */
  readonly center: SlidePoint;
  /** As in core's `zoom.ts`: resolution is 2^(maxZoom - zoom) slide pixels per screen pixel. */
  readonly zoom: number;
  /** Multiple of 45, clockwise, 0 to 315, in addition to the slide's own orientation. */
  readonly rotationDeg: number;
}

/** One decimal of a slide pixel, three of a zoom step: finer than a screen pixel at every zoom. */
const CENTER_DECIMALS = 1;
const ZOOM_DECIMALS = 3;
const ZOOM_LIMIT = 40;
const CENTER_LIMIT = 2 ** 31;

const rounded = (value: number, decimals: number): string => String(Number(value.toFixed(decimals)) + 0);

/** @returns `x,y,zoom` or, when rotated, `x,y,zoom,rotation`, e.g. `10240.5,8192,5.25,45`. */
export function formatViewState(view: ViewState): string {
  const parts = [
    rounded(view.center[0], CENTER_DECIMALS),
    rounded(view.center[1], CENTER_DECIMALS),
    rounded(view.zoom, ZOOM_DECIMALS),
  ];
  const rotationDeg = normaliseRotationDeg(view.rotationDeg);
  if (rotationDeg !== 0) parts.push(String(rotationDeg));
  return parts.join(",");
}

const NUMBER = /^-?\d{1,12}(?:\.\d{1,12})?$/;

/** @returns null if the text is not a view: URLs can be typed by hand. */
export function parseViewState(text: string): ViewState | null {
  const parts = text.split(",");
  if (parts.length < 3 || parts.length > 4 || !parts.every((part) => NUMBER.test(part))) return null;
  const [x, y, zoom, rotationDeg = 0] = parts.map(Number) as [number, number, number, number?];
  if (Math.abs(x) > CENTER_LIMIT || Math.abs(y) > CENTER_LIMIT || Math.abs(zoom) > ZOOM_LIMIT) return null;
  return { center: [x, y], zoom, rotationDeg: normaliseRotationDeg(rotationDeg) };
}
