// @vitest-environment happy-dom
import { describe, expect, it, vi } from "vitest";
import type { Stack, StackViewState } from "./stack.ts";
import { attachGestures, pxPerPicture, wheelSteps } from "./stack-gestures.ts";

describe("a step of the wheel", () => {
  const cases: [delta: number, rest: number, steps: number, left: number][] = [
    [100, 0, 1, 0],
    [-120, 0, -1, 0],
    [480, 25, 1, 0],
    [10, 0, 0, 10],
    [10, 25, 1, 5],
    [-10, -25, -1, -5],
    [-10, 25, 0, -10],
  ];
  for (const [delta, rest, steps, left] of cases) {
    it(`of ${delta} px after ${rest} px moves by ${steps} images`, () => {
      expect(wheelSteps(delta, rest)).toEqual({ steps, restPx: left });
    });
  }
});

describe("a drag through the stack", () => {
  it("over the whole height passes all images", () => expect(pxPerPicture(500, 50)).toBe(10));
  it("has a minimum and a maximum distance per image", () => {
    expect(pxPerPicture(500, 1000)).toBe(3);
    expect(pxPerPicture(500, 3)).toBe(24);
  });
});

describe("a drag", () => {
  const LOOK: StackViewState = {
    state: "shown",
    index: 0,
    shownIndex: 0,
    count: 1,
    loadedCount: 1,
    requestedCount: 1,
    window: null,
    recordedWindow: null,
    fullRange: null,
    isInverted: false,
    zoom: 1,
    rotationDeg: 0,
    isFlipped: false,
    letters: null,
    spacingMm: null,
  };
  const nothing = () => undefined;
  const STACK: Stack = {
    look: () => LOOK,
    subscribe: () => nothing,
    goTo: () => Promise.resolve(),
    setWindow: nothing,
    invert: nothing,
    rotate: nothing,
    flip: nothing,
    zoomBy: nothing,
    panBy: nothing,
    fit: nothing,
    reset: nothing,
    toPicture: (at) => at,
    toScreen: (at) => at,
    close: nothing,
  };

  /** With the ruler. @param over markup above the image. @returns numbers of drawn lines and of pointer captures. */
  function dragFrom(over: string) {
    const surface = document.createElement("div");
    surface.innerHTML = over;
    surface.setPointerCapture = vi.fn();
    const onLine = vi.fn();
    attachGestures(surface, { stack: STACK, tool: () => "measure", onLine, onLineGivenUp: nothing });
    const pressed = surface.querySelector("[data-pressed]") ?? surface;
    for (const [type, clientX] of [
      ["pointerdown", 0],
      ["pointermove", 30],
      ["pointerup", 60],
    ] as const)
      pressed.dispatchEvent(new PointerEvent(type, { pointerId: 1, clientX, bubbles: true }));
    const lines = onLine.mock.calls.filter(([, , isDone]) => isDone).length;
    return { lines, captures: vi.mocked(surface.setPointerCapture).mock.calls.length };
  }

  const cases: [where: string, over: string, lines: number][] = [
    ["on the image draws a line", "", 1],
    ["on the end of a line does not draw", '<svg><g role="button"><circle data-pressed /></g></svg>', 0],
    ["on a button does not draw", "<button><b data-pressed>Try again</b></button>", 0],
  ];
  for (const [where, over, lines] of cases) it(where, () => expect(dragFrom(over)).toEqual({ lines, captures: lines }));
});
