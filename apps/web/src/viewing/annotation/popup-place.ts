/** Position of a popup: beside its shape, inside the view, without covering the shape if there is space elsewhere. */

/** CSS px from the top left corner of the slide's area. */
export interface ScreenBox {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

interface Size {
  readonly width: number;
  readonly height: number;
}

export interface PopupPlace {
  readonly left: number;
  readonly top: number;
  /** Smaller than the popup's own height if the popup must scroll. */
  readonly maxHeight: number;
}

/** Gap between the shape, including the marker it may have, and the popup. */
const GAP_PX = 16;
/** Minimum height at which a scrolling popup is still usable. */
const SMALLEST_PX = 140;

const between = (min: number, value: number, max: number): number => Math.max(min, Math.min(value, max));

function overlapOf(shape: ScreenBox, left: number, top: number, { width, height }: Size): number {
  const across = Math.min(shape.right, left + width) - Math.max(shape.left, left);
  const down = Math.min(shape.bottom, top + height) - Math.max(shape.top, top);
  return Math.max(0, across) * Math.max(0, down);
}

/**
 * To the right of the shape, otherwise left, below, or above. If no side has enough space, below or above with reduced
 * height; a shape that fills the view is covered as little as possible.
 *
 * @param shape bounding box. @param popup preferred size. @param room available area.
 */
export function popupPlaceFor(shape: ScreenBox, popup: Size, room: ScreenBox): PopupPlace {
  const seen = {
    left: between(room.left, shape.left, room.right),
    right: between(room.left, shape.right, room.right),
    top: between(room.top, shape.top, room.bottom),
    bottom: between(room.top, shape.bottom, room.bottom),
  };
  const { width } = popup;
  const height = Math.min(popup.height, room.bottom - room.top);
  const beside = (left: number) => ({
    left: between(room.left, left, Math.max(room.left, room.right - width)),
    top: between(room.top, (seen.top + seen.bottom) / 2 - height / 2, room.bottom - height),
  });
  const along = (top: number) => ({
    left: between(room.left, (seen.left + seen.right) / 2 - width / 2, Math.max(room.left, room.right - width)),
    top: between(room.top, top, room.bottom - height),
  });
  const candidates = [
    beside(shape.right + GAP_PX),
    beside(shape.left - GAP_PX - width),
    along(shape.bottom + GAP_PX),
    along(shape.top - GAP_PX - height),
  ];
  const covered = candidates.map(({ left, top }) => overlapOf(shape, left, top, { width, height }));
  const free = candidates[covered.indexOf(0)];
  if (free) return { ...free, maxHeight: height };
  const below = { top: shape.bottom + GAP_PX, height: room.bottom - shape.bottom - GAP_PX };
  const above = { top: room.top, height: shape.top - GAP_PX - room.top };
  const larger = below.height >= above.height ? below : above;
  if (larger.height >= SMALLEST_PX) {
    return { left: along(larger.top).left, top: larger.top, maxHeight: larger.height };
  }
  const leastCovering = candidates[covered.indexOf(Math.min(...covered))] ?? beside(room.right);
  return { ...leastCovering, maxHeight: height };
}
