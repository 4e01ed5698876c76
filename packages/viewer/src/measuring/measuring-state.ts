/** Measurements of a slide: the finished ones, the selected one, and the progress of the current one. */
import type { Shape } from "@parfocal/core/geometry/shape.ts";
import type { MeasuredShape, MeasuringMode } from "@parfocal/core/measuring/measured-shape.ts";

export interface TakenMeasurement {
  readonly id: number;
  readonly mode: MeasuringMode;
  readonly shape: Shape;
  readonly isFreehand: boolean;
  readonly measured: MeasuredShape;
}

/** Immutable: each change creates a new object. */
export interface MeasuringState {
  /** null: nothing is being measured. */
  readonly mode: MeasuringMode | null;
  /** Whether a measurement is in progress. */
  readonly hasStarted: boolean;
  /** Value for the points given so far, without the pointer's; null: too few points. */
  readonly running: MeasuredShape | null;
  /** The oldest first. */
  readonly taken: readonly TakenMeasurement[];
  readonly chosenId: number | null;
}

const NOTHING: MeasuringState = { mode: null, hasStarted: false, running: null, taken: [], chosenId: null };

export interface MeasuringStore {
  readonly get: () => MeasuringState;
  readonly change: (next: Partial<MeasuringState>) => void;
  /** Adds a finished measurement; none is in progress afterwards. */
  readonly add: (measurement: Omit<TakenMeasurement, "id">) => void;
  /** @param id undefined: the selected one, otherwise the last. */
  readonly find: (id: number | undefined) => TakenMeasurement | undefined;
  /** @param id undefined: the selected one, otherwise the last. */
  readonly remove: (id?: number) => void;
  /** @returns a function that unsubscribes. */
  readonly subscribe: (listener: () => void) => () => void;
  readonly unsubscribeAll: () => void;
}

/** @param repaint is called after each change, before the listeners. */
export function createMeasuringStore(repaint: () => void): MeasuringStore {
  let state = NOTHING;
  let lastId = 0;
  const listeners = new Set<() => void>();
  const store: MeasuringStore = {
    get: () => state,
    change(next) {
      state = { ...state, ...next };
      repaint();
      for (const listener of [...listeners]) listener();
    },
    add(measurement) {
      lastId += 1;
      const taken = [...state.taken, { ...measurement, id: lastId }];
      store.change({ taken, chosenId: null, hasStarted: false, running: null });
    },
    find(id) {
      const requestedId = id ?? state.chosenId;
      return requestedId === null ? state.taken.at(-1) : state.taken.find((taken) => taken.id === requestedId);
    },
    remove(id) {
      const removed = store.find(id);
      if (removed) store.change({ taken: state.taken.filter((taken) => taken !== removed), chosenId: null });
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    unsubscribeAll: () => listeners.clear(),
  };
  return store;
}
