/** The keys of the viewer as a table: for the viewer itself and for a sheet that lists them. */
import { OBJECTIVE_MAGNIFICATIONS } from "../magnification/magnification.ts";

export const KEY_ACTIONS = [
  "focusUp",
  "focusDown",
  "timeBack",
  "timeOn",
  "panLeft",
  "panRight",
  "panUp",
  "panDown",
  "zoomIn",
  "zoomOut",
  "rotateRight",
  "rotateLeft",
  "fit",
  "fullscreen",
  "objective",
  "addVertex",
  "finish",
  "cancel",
  "undo",
  "redo",
  "deleteVertex",
] as const;
export type KeyAction = (typeof KEY_ACTIONS)[number];

export interface ViewerKey {
  /** `KeyboardEvent.key`; single letters in lower case. */
  readonly key: string;
  readonly action: KeyAction;
  /** Ctrl, or Cmd on a Mac. */
  readonly isCtrl?: true;
  /**
   * true: Shift must be held; false: must not be held; absent: either, since some layouts need it for the character.
   */
  readonly isShift?: boolean;
  /** Only while something is being drawn or edited. */
  readonly isDrawing?: true;
  /** Only on slides with more than one of them; otherwise the key has its usual meaning. */
  readonly needs?: "depths" | "times";
  /** With `objective`: index into OBJECTIVE_MAGNIFICATIONS. */
  readonly objective?: number;
}

export const VIEWER_KEYS: readonly ViewerKey[] = [
  { key: "ArrowUp", action: "focusUp", isShift: true, needs: "depths" },
  { key: "ArrowDown", action: "focusDown", isShift: true, needs: "depths" },
  { key: "ArrowLeft", action: "timeBack", isShift: true, needs: "times" },
  { key: "ArrowRight", action: "timeOn", isShift: true, needs: "times" },
  { key: "ArrowLeft", action: "panLeft" },
  { key: "ArrowRight", action: "panRight" },
  { key: "ArrowUp", action: "panUp" },
  { key: "ArrowDown", action: "panDown" },
  { key: "+", action: "zoomIn" },
  { key: "=", action: "zoomIn" },
  { key: "-", action: "zoomOut" },
  { key: "PageUp", action: "zoomIn" },
  { key: "PageDown", action: "zoomOut" },
  { key: "r", action: "rotateRight", isShift: false },
  { key: "r", action: "rotateLeft", isShift: true },
  { key: "0", action: "fit" },
  { key: "Home", action: "fit" },
  { key: "f", action: "fullscreen", isShift: false },
  ...OBJECTIVE_MAGNIFICATIONS.map(
    (_magnification, objective): ViewerKey => ({
      key: String(objective + 1),
      action: "objective",
      objective,
    }),
  ),
  { key: " ", action: "addVertex", isDrawing: true },
  { key: "Enter", action: "finish", isDrawing: true },
  { key: "Escape", action: "cancel" },
  { key: "z", action: "undo", isCtrl: true, isShift: false, isDrawing: true },
  { key: "z", action: "redo", isCtrl: true, isShift: true, isDrawing: true },
  { key: "y", action: "redo", isCtrl: true, isDrawing: true },
  { key: "Delete", action: "deleteVertex", isDrawing: true },
  { key: "Backspace", action: "deleteVertex", isDrawing: true },
];

export interface KeyPress {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly shiftKey: boolean;
  readonly altKey: boolean;
}

/** Properties of the slide on which keys depend. */
export interface KeyNeeds {
  /** Several focus planes. */
  readonly depths: boolean;
  /** Several points in time. */
  readonly times: boolean;
}

const NEITHER: KeyNeeds = { depths: false, times: false };

/** @returns null: not a key of the viewer in this state. */
export function keyFor(press: KeyPress, isDrawing: boolean, has: KeyNeeds = NEITHER): ViewerKey | null {
  if (press.altKey) return null;
  const key = press.key.length === 1 ? press.key.toLowerCase() : press.key;
  const isCtrl = press.ctrlKey || press.metaKey;
  return (
    VIEWER_KEYS.find(
      (row) =>
        row.key === key &&
        (row.isCtrl ?? false) === isCtrl &&
        (row.isShift === undefined || row.isShift === press.shiftKey) &&
        (!row.isDrawing || isDrawing) &&
        (!row.needs || has[row.needs]),
    ) ?? null
  );
}
