// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { createSpaceBar } from "../slide-work/space-bar.ts";
import { type KeyCommands, listenToKeys } from "./keyboard.ts";

const element = document.createElement("div");
const addVertexAtCenter = vi.fn();
const spaceBar = createSpaceBar();
let stop = (): void => undefined;

beforeEach(() => {
  const annotations = { isActive: () => true, addVertexAtCenter };
  stop = listenToKeys(element, { focusBy: null, stepTimeBy: null, spaceBar, annotations } as unknown as KeyCommands);
});
afterEach(() => {
  stop();
  vi.clearAllMocks();
});

const send = (type: "keydown" | "keyup") =>
  element.dispatchEvent(new KeyboardEvent(type, { key: " ", cancelable: true }));

it("the space bar adds one vertex at the crosshair on release, however long it was held", () => {
  send("keydown");
  send("keydown");
  expect(addVertexAtCenter).not.toHaveBeenCalled();
  send("keyup");
  expect(addVertexAtCenter).toHaveBeenCalledTimes(1);
});

it("the space bar adds no vertex if the slide was moved while it was held", () => {
  send("keydown");
  expect([spaceBar.isPressed(), element.classList.contains("is-panning")]).toEqual([true, true]);
  spaceBar.usePan();
  send("keyup");
  expect(addVertexAtCenter).not.toHaveBeenCalled();
  expect([spaceBar.isPressed(), element.classList.contains("is-panning")]).toEqual([false, false]);
});

it("a space bar released elsewhere is no longer held", () => {
  send("keydown");
  element.dispatchEvent(new Event("blur"));
  send("keyup");
  expect([spaceBar.isPressed(), addVertexAtCenter.mock.calls.length]).toEqual([false, 0]);
});
