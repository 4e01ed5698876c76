/** The keyboard commands of the tree. Source: WAI-ARIA Authoring Practices 1.2, "Tree View". */

export type TreeCommand =
  | "up"
  | "down"
  | "extendUp"
  | "extendDown"
  | "left"
  | "right"
  | "home"
  | "end"
  | "expandSiblings"
  | "open"
  | "toggle"
  | "selectAll"
  | "rename"
  | "remove"
  | "copy"
  | "cut"
  | "paste"
  | "duplicate"
  | "undo"
  | "redo"
  | "moveUp"
  | "moveDown"
  | "moveIn"
  | "moveOut"
  | "carry"
  | "menu"
  | "escape";

/** Modifiers in this order, joined by `+`; `Mod` is Ctrl, and ⌘ on a Mac. */
const COMMANDS: Readonly<Record<string, TreeCommand>> = {
  ArrowUp: "up",
  ArrowDown: "down",
  "Shift+ArrowUp": "extendUp",
  "Shift+ArrowDown": "extendDown",
  ArrowLeft: "left",
  ArrowRight: "right",
  Home: "home",
  End: "end",
  "*": "expandSiblings",
  "Shift+*": "expandSiblings",
  Enter: "open",
  " ": "toggle",
  "Mod+ ": "toggle",
  "Mod+a": "selectAll",
  F2: "rename",
  Delete: "remove",
  "Mod+c": "copy",
  "Mod+x": "cut",
  "Mod+v": "paste",
  "Mod+d": "duplicate",
  "Mod+z": "undo",
  "Mod+Shift+z": "redo",
  "Mod+y": "redo",
  "Alt+ArrowUp": "moveUp",
  "Alt+ArrowDown": "moveDown",
  "Alt+ArrowRight": "moveIn",
  "Alt+ArrowLeft": "moveOut",
  "Mod+m": "carry",
  ContextMenu: "menu",
  "Shift+F10": "menu",
  Escape: "escape",
};

interface PressedKey {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly shiftKey: boolean;
  readonly altKey: boolean;
}

/** @returns null if there is no command; it may be type-ahead. */
export function commandOf(pressed: PressedKey): TreeCommand | null {
  const { key } = pressed;
  const name = [
    pressed.ctrlKey || pressed.metaKey ? "Mod" : "",
    pressed.altKey ? "Alt" : "",
    pressed.shiftKey ? "Shift" : "",
    key.length === 1 ? key.toLowerCase() : key,
  ].filter((part) => part !== "");
  return COMMANDS[name.join("+")] ?? null;
}

/** Whether a key enters a character, and thus searches for a title. */
export function isTypeAhead({ key, ctrlKey, metaKey, altKey }: PressedKey): boolean {
  return key.length === 1 && key !== " " && !ctrlKey && !metaKey && !altKey;
}

/** Maximum pause between two keys of one word, ms. */
export const TYPE_AHEAD_PAUSE_MS = 700;

/**
 * The next row whose title starts with the typed text.
 *
 * @param from index of the row after which the search starts; a further letter of a word may stay on it.
 * @returns -1 if there is none.
 */
export function typeAheadIndex(titles: readonly string[], typed: string, from: number): number {
  const searchText = typed.toLowerCase();
  // Repeating the same letter moves from one match to the next.
  const isRepeated = [...searchText].every((letter) => letter === searchText[0]);
  const text = isRepeated ? (searchText[0] ?? "") : searchText;
  const start = text.length > 1 ? from : from + 1;
  for (let step = 0; step < titles.length; step += 1) {
    const index = (start + step) % titles.length;
    if (titles[index]?.toLowerCase().startsWith(text)) return index;
  }
  return -1;
}
