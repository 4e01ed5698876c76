/** The commands of the reader, by button or key. */
export type ReaderCommand =
  | "panel"
  | "find"
  | "toggleFind"
  | "zoomIn"
  | "zoomOut"
  | "zoomDefault"
  | "rotateRight"
  | "rotateLeft"
  | "hand"
  | "print"
  | "back"
  | "full"
  | "keys"
  | "goToPage"
  | "previousPage"
  | "nextPage"
  | "firstPage"
  | "lastPage"
  | "lineUp"
  | "lineDown"
  | "viewUp"
  | "viewDown";

/** Work wherever the focus is, except in text fields. */
const BY_KEY: Readonly<Record<string, ReaderCommand>> = {
  "+": "zoomIn",
  "=": "zoomIn",
  "-": "zoomOut",
  "0": "zoomDefault",
  r: "rotateRight",
  R: "rotateLeft",
  h: "hand",
  f: "full",
  g: "goToPage",
  o: "panel",
  Backspace: "back",
  "?": "keys",
  "/": "find",
};

/** With Ctrl, or Cmd on a Mac. */
const BY_CONTROL_KEY: Readonly<Record<string, ReaderCommand>> = {
  f: "find",
  p: "print",
  "+": "zoomIn",
  "=": "zoomIn",
  "-": "zoomOut",
  "0": "zoomDefault",
};

/** Work while the focus is on the pages, or nowhere. */
const BY_MOVING_KEY: Readonly<Record<string, ReaderCommand>> = {
  ArrowUp: "lineUp",
  ArrowDown: "lineDown",
  ArrowLeft: "previousPage",
  ArrowRight: "nextPage",
  PageUp: "viewUp",
  PageDown: "viewDown",
  " ": "viewDown",
  Home: "firstPage",
  End: "lastPage",
};

type KeyPress = Pick<KeyboardEvent, "key" | "ctrlKey" | "metaKey" | "altKey" | "shiftKey">;

/** @param isOnPages whether keys that scroll apply to the pages. @returns null if the key has no function here. */
export function commandOfKey(event: KeyPress, isOnPages: boolean): ReaderCommand | null {
  const { key, ctrlKey, metaKey, altKey, shiftKey } = event;
  if (altKey) return null;
  if (ctrlKey || metaKey) return (shiftKey ? null : BY_CONTROL_KEY[key.toLowerCase()]) ?? null;
  if (isOnPages && key === " " && shiftKey) return "viewUp";
  return (isOnPages ? BY_MOVING_KEY[key] : undefined) ?? BY_KEY[key] ?? null;
}
