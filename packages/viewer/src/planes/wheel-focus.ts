/**
 * Focusing with the wheel while Alt is held. Ctrl is the browser's zoom (and a pinch on a touchpad), Shift its
 * sideways scrolling.
 */

/** Wheel distance of one step, px: less than one notch of any mouse, several movements on a touchpad. */
const STEP_PX = 60;
const LINE_PX = 40;

/**
 * @param step called with 1 (up, away from the slide) or -1 (down).
 * @returns a function that removes the listeners.
 */
export function listenToFocusWheel(element: HTMLElement, step: (by: 1 | -1) => void): () => void {
  let turnedPx = 0;
  const handleWheel = (event: WheelEvent): void => {
    if (!event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    event.stopPropagation();
    const turn = (event.deltaY || event.deltaX) * (event.deltaMode === WheelEvent.DOM_DELTA_PIXEL ? 1 : LINE_PX);
    turnedPx = Math.sign(turn) === Math.sign(turnedPx) ? turnedPx + turn : turn;
    if (Math.abs(turnedPx) < STEP_PX) return;
    step(turnedPx < 0 ? 1 : -1);
    turnedPx = 0;
  };
  const options = { capture: true, passive: false } as const;
  element.addEventListener("wheel", handleWheel, options);
  return () => element.removeEventListener("wheel", handleWheel, options);
}
