// @vitest-environment happy-dom
import type OpenLayersMap from "ol/Map.js";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createSpaceBar } from "../slide-work/space-bar.ts";
import { listenToPointer, type PointerListener } from "./pointer-actions.ts";

const FRAME = { turnDeg: 0, resolution: 1 };

/** The part of the map that the pointer needs. */
function startListening(isActive = false) {
  let handleEvent: ((event: object) => boolean) | null = null;
  const map = {
    addInteraction(interaction: { handleEvent: (event: object) => boolean }) {
      handleEvent = (event) => interaction.handleEvent(event);
    },
    removeInteraction: () => undefined,
    getViewport: () => document.body,
    getEventCoordinate: ({ clientX, clientY }: MouseEvent) => [clientX, -clientY],
  } as unknown as OpenLayersMap;
  const spaceBar = createSpaceBar();
  const listener = {
    spaceBar,
    frame: () => FRAME,
    isActive: vi.fn(() => isActive),
    handle: vi.fn<PointerListener["handle"]>(() => true),
    onHover: vi.fn<PointerListener["onHover"]>(),
    onClick: vi.fn<PointerListener["onClick"]>(),
  };
  listenToPointer(map, listener);
  let eventMs = 1000;
  /** Makes the next events happen later by this time, independent of when they are handled. */
  const passMs = (ms: number): void => {
    eventMs += ms;
  };
  /** @param moves coalesced by the browser into one event. */
  const send = (
    type: string,
    x: number,
    y: number,
    pointerType = "mouse",
    moves?: PointerEvent[],
    button = 0,
  ): boolean => {
    const originalEvent = new PointerEvent("pointermove", { clientX: x, clientY: y, pointerType, button });
    Object.defineProperty(originalEvent, "timeStamp", { value: eventMs });
    if (moves) Object.assign(originalEvent, { getCoalescedEvents: () => moves });
    return handleEvent?.({ type, originalEvent, pixel: [x, y], coordinate: [x, -y], dragging: false }) ?? true;
  };
  return { listener, send, passMs, setActive: (active: boolean) => listener.isActive.mockReturnValue(active) };
}

describe("two clicks", () => {
  const cases: [what: string, second: readonly [number, number], isDouble: boolean][] = [
    ["at one position zoom", [103, 102], true],
    ["at two positions select twice and do not zoom", [180, 100], false],
  ];
  for (const [what, [x, y], isDouble] of cases) {
    it(`in quick succession ${what}`, () => {
      const { send, listener } = startListening();
      send("click", 100, 100);
      send("click", x, y);
      expect(send("dblclick", x, y)).toBe(isDouble);
      expect(listener.onClick).toHaveBeenCalledTimes(2);
    });
  }

  it("at two positions do not end a drawing", () => {
    const { send, listener } = startListening(true);
    send("click", 100, 100);
    send("click", 180, 100);
    send("dblclick", 180, 100);
    expect(listener.handle.mock.calls.map(([{ kind }]) => kind)).toEqual(["click", "click"]);
  });
});

describe("clicks handled together by a busy page", () => {
  it("are two clicks if pressed slowly", () => {
    const { send, passMs, listener } = startListening();
    send("click", 100, 100);
    passMs(501);
    send("click", 100, 100);
    expect(send("dblclick", 100, 100)).toBe(false);
    expect(listener.onClick).toHaveBeenCalledTimes(2);
  });

  const after: [what: string, pauseMs: number, chosen: number, zooms: boolean][] = [
    ["immediately select nothing and do not zoom", 200, 0, false],
    ["slightly later select and do not zoom", 300, 1, false],
    ["later select and zoom", 501, 1, true],
  ];
  for (const [what, pauseMs, chosen, zooms] of after) {
    it(`after a drawing was ended, ${what}`, () => {
      const { send, passMs, setActive, listener } = startListening(true);
      send("click", 100, 100);
      setActive(false);
      passMs(pauseMs);
      send("click", 300, 300);
      expect(listener.onClick).toHaveBeenCalledTimes(chosen);
      send("click", 300, 300);
      expect(send("dblclick", 300, 300)).toBe(zooms);
    });
  }
});

describe("a hovering pointer", () => {
  let runFrame: (() => void) | null = null;
  beforeEach(() => {
    vi.stubGlobal("requestAnimationFrame", (act: () => void) => {
      runFrame = act;
      return 1;
    });
  });
  afterEach(() => void vi.unstubAllGlobals());

  it("is reported immediately, then at most once per frame with its last position", () => {
    const { send, listener } = startListening();
    for (const x of [10, 11, 12]) send("pointermove", x, 5);
    expect(listener.onHover.mock.calls.map(([place]) => place?.pixel)).toEqual([[10, 5]]);
    runFrame?.();
    expect(listener.onHover.mock.calls.map(([place]) => place?.pixel)).toEqual([
      [10, 5],
      [12, 5],
    ]);
  });

  it("is never a finger", () => {
    const { send, listener } = startListening();
    send("pointermove", 10, 5, "touch");
    expect(listener.onHover.mock.calls).toEqual([[null]]);
  });
});

it("a drag event contains all positions since the last one, ending with the current one", () => {
  const { listener, send } = startListening(true);
  const moves = [10, 40, 90].map((x) => new PointerEvent("pointermove", { clientX: x, clientY: 7 }));
  send("pointerdrag", 90, 7, "mouse", moves);
  expect(listener.handle.mock.calls[0]?.[0]).toMatchObject({
    kind: "drag",
    way: [
      [10, 7],
      [40, 7],
      [90, 7],
    ],
  });
});

describe("while drawing", () => {
  it("the middle button moves the slide", () => {
    const { send, listener } = startListening(true);
    const taken = ["pointerdown", "pointerdrag", "pointerup"].map((type) => send(type, 9, 9, "mouse", [], 1));
    expect(taken).toEqual([true, true, true]);
    expect(listener.handle).not.toHaveBeenCalled();
    send("pointerdown", 9, 9);
    expect(listener.handle).toHaveBeenCalledTimes(1);
  });

  it("a press with the space bar held moves the slide and adds no vertex", () => {
    const { send, listener } = startListening(true);
    listener.spaceBar.press();
    for (const type of ["pointerdown", "pointerdrag", "pointerup"]) expect(send(type, 9, 9)).toBe(true);
    expect(send("click", 9, 9)).toBe(false);
    expect(listener.handle).not.toHaveBeenCalled();
    expect(listener.spaceBar.release()).toBe(false);
  });
});
