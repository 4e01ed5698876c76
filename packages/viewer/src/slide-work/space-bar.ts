/**
 * The space bar during a drawing: while it is held, the pointer moves the slide; if it is released without a move, it
 * was a key press.
 */

export interface SpaceBar {
  isPressed(): boolean;
  press(): void;
  /** Called when the pointer moves the slide. */
  usePan(): void;
  /** @returns whether it was a key press, that is, the slide was not moved. */
  release(): boolean;
}

export function createSpaceBar(): SpaceBar {
  let isPressed = false;
  let hasPanned = false;
  return {
    isPressed: () => isPressed,
    press() {
      if (!isPressed) hasPanned = false;
      isPressed = true;
    },
    usePan() {
      hasPanned = true;
    },
    release() {
      const wasKey = isPressed && !hasPanned;
      isPressed = false;
      return wasKey;
    },
  };
}
