/**
 * Zoom on a slide: `z` with resolution `2^(maxZoom - z)` slide pixels per screen pixel. It depends on the slide's
 * size, never on the window or on how the file is tiled.
 *
 * Source: spec decisions, "Geometry"; minimumResolution: spec part 2, section 9.
 */

/** Side, in px, at which a whole slide fits at zoom 0. */
const ZOOM_ZERO_SIDE_PX = 256;

/** Maximum zoom beyond full resolution, in slide pixels per screen pixel. */
export const MINIMUM_RESOLUTION = 0.45;

export function maxZoomOf(slide: { readonly width: number; readonly height: number }): number {
  return Math.max(0, Math.ceil(Math.log2(Math.max(slide.width, slide.height) / ZOOM_ZERO_SIDE_PX)));
}

/** @returns slide pixels per screen pixel. */
export function resolutionOfZoom(zoom: number, maxZoom: number): number {
  return 2 ** (maxZoom - zoom);
}

/** @param resolution slide pixels per screen pixel. */
export function zoomOfResolution(resolution: number, maxZoom: number): number {
  return maxZoom - Math.log2(resolution);
}
