import type { MeasuredShape } from "@parfocal/core/measuring/measured-shape.ts";
import { expect, it, vi } from "vitest";
import { createMeasuringStore } from "./measuring-state.ts";

const line = (end: number) => ({
  mode: "length" as const,
  shape: { kind: "line" as const, path: [[0, 0] as const, [end, 0] as const] },
  isFreehand: false,
  measured: {} as MeasuredShape,
});

it("numbers the measurements, and none is in progress after one is added", () => {
  const store = createMeasuringStore(() => undefined);
  store.change({ mode: "length", hasStarted: true, chosenId: 7 });
  store.add(line(1));
  store.add(line(2));
  expect(store.get()).toMatchObject({ mode: "length", hasStarted: false, running: null, chosenId: null });
  expect(store.get().taken.map(({ id }) => id)).toEqual([1, 2]);
});

it("finds and removes the given, the selected or the last measurement", () => {
  const store = createMeasuringStore(() => undefined);
  for (const end of [1, 2, 3]) store.add(line(end));
  expect(store.find(undefined)?.id).toBe(3);
  store.change({ chosenId: 1 });
  expect(store.find(undefined)?.id).toBe(1);
  expect(store.find(2)?.id).toBe(2);
  store.remove();
  store.remove();
  store.remove(9);
  expect(store.get().taken.map(({ id }) => id)).toEqual([2]);
});

it("repaints before it calls its listeners, until they unsubscribe", () => {
  const calls: string[] = [];
  const store = createMeasuringStore(() => calls.push("repaint"));
  const stop = store.subscribe(() => calls.push("listener"));
  store.change({ chosenId: null });
  expect(calls).toEqual(["repaint", "listener"]);
  const other = vi.fn();
  store.subscribe(other);
  stop();
  store.unsubscribeAll();
  store.change({ chosenId: null });
  expect(calls).toEqual(["repaint", "listener", "repaint"]);
  expect(other).not.toHaveBeenCalled();
});
