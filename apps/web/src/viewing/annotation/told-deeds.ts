/** Lets whoever keeps the history hear of what is done to annotations; nobody has to be there to hear it. */
import type { UndoableDeed } from "./annotation-undo.ts";

export interface ToldDeeds {
  readonly tell: (deed: UndoableDeed) => void;
  /** What was told before anybody listened is told first. @returns a function that ends the listening. */
  readonly listen: (listener: (deed: UndoableDeed) => void) => () => void;
}

export function createToldDeeds(): ToldDeeds {
  const listeners = new Set<(deed: UndoableDeed) => void>();
  const unheard: UndoableDeed[] = [];
  return {
    tell(deed) {
      if (listeners.size === 0) unheard.push(deed);
      for (const listener of listeners) listener(deed);
    },
    listen(listener) {
      listeners.add(listener);
      for (const deed of unheard.splice(0)) listener(deed);
      return () => listeners.delete(listener);
    },
  };
}
