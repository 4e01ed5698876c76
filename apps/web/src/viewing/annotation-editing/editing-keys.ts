/**
 * Keys that change annotations, with Ctrl (Cmd on a Mac) or alone. Clipboard shortcuts are handled by the browser's
 * clipboard events.
 */
export const EDITING_KEYS = {
  undo: ["Ctrl+Z"],
  redo: ["Ctrl+Y", "Ctrl+Shift+Z"],
  duplicate: ["Ctrl+D"],
  selectAll: ["Ctrl+A"],
  remove: ["Delete", "Backspace"],
  brushSmaller: ["["],
  brushLarger: ["]"],
  previousHandle: ["Shift+J"],
  nextHandle: ["J"],
  quick: ["Shift+Q"],
  paint: ["Shift+P"],
} as const;

export type EditingKeyAction = keyof typeof EDITING_KEYS;

interface Press {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly shiftKey: boolean;
  readonly altKey: boolean;
}

/** Keys without Ctrl, which users can turn off (WCAG 2.2, 2.1.4). */
export const SINGLE_KEY_ACTIONS: readonly EditingKeyAction[] = [
  "brushSmaller",
  "brushLarger",
  "previousHandle",
  "nextHandle",
  "quick",
  "paint",
];

/** Signs that require Shift on some keyboards. */
const isSign = (key: string): boolean => key === "[" || key === "]";

/** @returns null if the key has no function here. */
export function editingActionOf({ key, ctrlKey, metaKey, shiftKey, altKey }: Press): EditingKeyAction | null {
  // AltGr, needed for brackets on many keyboards, is reported as Ctrl and Alt.
  const isCtrl = (ctrlKey || metaKey) && !isSign(key);
  if (altKey && !isSign(key)) return null;
  const name = key.length === 1 ? key.toUpperCase() : key;
  const pressed = `${isCtrl ? "Ctrl+" : ""}${shiftKey && !isSign(key) ? "Shift+" : ""}${name}`;
  const actions = Object.keys(EDITING_KEYS) as EditingKeyAction[];
  return actions.find((action) => (EDITING_KEYS[action] as readonly string[]).includes(pressed)) ?? null;
}
