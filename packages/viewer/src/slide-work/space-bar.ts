/** The space bar during a drawing: while held, the pointer moves the slide; released without a move, it was a key press. */

export interface SpaceBar {
  isHeld(): boolean;
  press(): void;
  /** Whether the pointer moves the slide now. */
  usePan(): void;
  /** @returns whether it was a key press: the slide was not moved. */
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
