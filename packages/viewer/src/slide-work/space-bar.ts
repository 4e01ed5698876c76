/** The space bar while something is drawn: held, the pointer moves the slide; let go without that, it was a key. */

export interface SpaceBar {
  isHeld(): boolean;
  press(): void;
  /** The pointer moves the slide now. */
  usePan(): void;
  /** @returns whether it was pressed as a key: the slide was not moved meanwhile. */
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
