/**
 * The space bar during a drawing: while it is held, the pointer moves the slide; if it is released without a move, it
 * was a key press.
 */

export interface SpaceBar {
  isHeld(): boolean;
  press(): void;
  /** Called when the pointer moves the slide. */
  usePan(): void;
  /** @returns whether it was a key press, that is, the slide was not moved. */
  release(): boolean;
}

export function createSpaceBar(): SpaceBar {
  let isHeld = false;
  let hasPanned = false;
  return {
    isHeld: () => isHeld,
    press() {
      if (!isHeld) hasPanned = false;
      isHeld = true;
    },
    usePan() {
      hasPanned = true;
    },
    release() {
      const wasKey = isHeld && !hasPanned;
      isHeld = false;
      return wasKey;
    },
  };
}
