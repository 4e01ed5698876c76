/** What is chosen in a picker, whatever is looked for meanwhile. */
import { useState } from "react";
import type { PickedThing } from "./picked-thing.ts";

export interface Picked {
  /** In the order chosen. */
  readonly things: readonly PickedThing[];
  readonly has: (id: number) => boolean;
  readonly toggle: (thing: PickedThing) => void;
  readonly clear: () => void;
}

/** @param most things at once: beyond it nothing more is chosen. */
export function usePicked(most: number): Picked {
  const [things, setThings] = useState<readonly PickedThing[]>([]);
  const has = (id: number) => things.some((thing) => thing.id === id);
  return {
    things,
    has,
    toggle(thing) {
      if (has(thing.id)) setThings(things.filter(({ id }) => id !== thing.id));
      else if (things.length < most) setThings([...things, thing]);
    },
    clear: () => setThings([]),
  };
}
