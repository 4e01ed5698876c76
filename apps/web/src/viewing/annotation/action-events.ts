/** Event emitter for annotation actions. Events are buffered until the first subscriber. */
import type { UndoableAction } from "./annotation-undo.ts";

export interface ActionEvents {
  readonly emit: (action: UndoableAction) => void;
  /** Buffered events are delivered first. @returns a function that unsubscribes. */
  readonly subscribe: (listener: (action: UndoableAction) => void) => () => void;
}

export function createActionEvents(): ActionEvents {
  const listeners = new Set<(action: UndoableAction) => void>();
  const buffered: UndoableAction[] = [];
  return {
    emit(action) {
      if (listeners.size === 0) buffered.push(action);
      for (const listener of listeners) listener(action);
    },
    subscribe(listener) {
      listeners.add(listener);
      for (const action of buffered.splice(0)) listener(action);
      return () => listeners.delete(listener);
    },
  };
}
