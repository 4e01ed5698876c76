/** Long press of a finger. */

/**
 * Calls `act` once the finger has rested for the delay.
 *
 * On a busy page, a move or release may have occurred in time but not been delivered yet. The browser delivers pending
 * events before it paints, so `act` is called with the first frame after the delay, unless such an event ends the
 * press.
 *
 * @returns a function that cancels the press.
 */
export function startLongPress(act: () => void, delayMs: number): () => void {
  let frame: number | undefined;
  const timer = setTimeout(() => {
    frame = requestAnimationFrame(act);
  }, delayMs);
  return () => {
    clearTimeout(timer);
    if (frame !== undefined) cancelAnimationFrame(frame);
  };
}
