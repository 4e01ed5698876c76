import { describe, expect, it } from "vitest";
import { KEY_ACTIONS, type KeyPress, keyFor, VIEWER_KEYS } from "./keys.ts";

function press(key: string, modifiers: Partial<KeyPress> = {}): KeyPress {
  return { key, ctrlKey: false, metaKey: false, shiftKey: false, altKey: false, ...modifiers };
}

describe("viewer keys", () => {
  const cases: [string, KeyPress, boolean, string | null][] = [
    ["left", press("ArrowLeft"), false, "panLeft"],
    ["plus", press("+"), false, "zoomIn"],
    ["plus with Shift, as on many layouts", press("+", { shiftKey: true }), false, "zoomIn"],
    ["r", press("r"), false, "rotateRight"],
    ["Shift and r", press("R", { shiftKey: true }), false, "rotateLeft"],
    ["r with Caps Lock", press("R"), false, "rotateRight"],
    ["Ctrl and r belongs to the browser", press("r", { ctrlKey: true }), false, null],
    ["Alt and left belongs to the browser", press("ArrowLeft", { altKey: true }), false, null],
    ["Ctrl and + belongs to the browser", press("+", { ctrlKey: true }), false, null],
    ["Ctrl and z while drawing", press("z", { ctrlKey: true }), true, "undo"],
    ["Cmd and z while drawing", press("z", { metaKey: true }), true, "undo"],
    ["Ctrl, Shift and z while drawing", press("Z", { ctrlKey: true, shiftKey: true }), true, "redo"],
    ["Ctrl and y while drawing", press("y", { ctrlKey: true }), true, "redo"],
    ["Ctrl and z otherwise", press("z", { ctrlKey: true }), false, null],
    ["space while drawing", press(" "), true, "addVertex"],
    ["space otherwise scrolls or presses", press(" "), false, null],
    ["Enter while drawing", press("Enter"), true, "finish"],
    ["Delete otherwise", press("Delete"), false, null],
    ["Escape", press("Escape"), false, "cancel"],
    ["Tab moves the focus", press("Tab"), true, null],
  ];
  for (const [name, pressed, isDrawing, action] of cases) {
    it(`${name}: ${action}`, () => expect(keyFor(pressed, isDrawing)?.action ?? null).toBe(action));
  }

  it("Shift+arrows change focus and time if the slide has planes, and move otherwise", () => {
    const pressed = ["ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight"].map((key) => press(key, { shiftKey: true }));
    const actions = (depths: boolean, times: boolean) =>
      pressed.map((one) => keyFor(one, false, { depths, times })?.action);
    expect(actions(true, true)).toEqual(["focusUp", "focusDown", "timeBack", "timeOn"]);
    expect(actions(true, false)).toEqual(["focusUp", "focusDown", "panLeft", "panRight"]);
    expect(actions(false, false)).toEqual(["panUp", "panDown", "panLeft", "panRight"]);
  });

  it("1 to 7 select the objectives 1.25 to 80", () => {
    expect(["1", "7", "8"].map((key) => keyFor(press(key), false)?.objective)).toEqual([0, 6, undefined]);
  });

  it("every action has a key", () => {
    expect(KEY_ACTIONS.filter((action) => !VIEWER_KEYS.some((row) => row.action === action))).toEqual([]);
  });

  it("no key triggers two actions at a time", () => {
    const places = VIEWER_KEYS.map(({ key, isCtrl, isShift }) => `${key} ${isCtrl} ${isShift}`);
    expect(places).toEqual([...new Set(places)]);
  });
});
