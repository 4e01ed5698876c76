/** A finger that rests on something. */

/**
 * Calls `act` once the finger has rested for the delay.
 *
 * On a busy page its move or lift may have happened in time without being delivered yet. The browser delivers what is
 * waiting before it paints: so `act` is called with the first frame after the delay, unless that ends the press.
 *
 * @returns a function that ends the press.
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
