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

it("the space bar places where the crosshair is once it is let go, once however long it was held", () => {
  send("keydown");
  send("keydown");
  expect(addVertexAtCenter).not.toHaveBeenCalled();
  send("keyup");
  expect(addVertexAtCenter).toHaveBeenCalledTimes(1);
});

it("the space bar places nothing if the slide was moved in the meantime", () => {
  send("keydown");
  expect([spaceBar.isHeld(), element.classList.contains("is-panning")]).toEqual([true, true]);
  spaceBar.usePan();
  send("keyup");
  expect(addVertexAtCenter).not.toHaveBeenCalled();
  expect([spaceBar.isHeld(), element.classList.contains("is-panning")]).toEqual([false, false]);
});

it("a space bar that is let go elsewhere is not held any more", () => {
  send("keydown");
  element.dispatchEvent(new Event("blur"));
  send("keyup");
  expect([spaceBar.isHeld(), addVertexAtCenter.mock.calls.length]).toEqual([false, 0]);
});
