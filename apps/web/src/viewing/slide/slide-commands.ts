/**
 * Commands of the slide page that have a button or a key: one row each. Keys of the slide itself are handled by the
 * viewer.
 */
import { NEXT_KEY, PREVIOUS_KEY } from "#ui/neighbour-keys.ts";

export { isTyping } from "#ui/is-typing.ts";

export const SLIDE_COMMANDS = {
  rotateLeft: { shortcut: "Shift+R" },
  rotateRight: { shortcut: "R" },
  zoomIn: { shortcut: "+" },
  zoomOut: { shortcut: "-" },
  fit: { shortcut: "0" },
  fullscreen: { shortcut: "F" },
  toggleAnnotations: { shortcut: "H" },
  toggleSurround: { shortcut: "B" },
  toggleInformation: { shortcut: "I" },
  toggleReview: { shortcut: "Shift+A" },
  toggleOpeningView: { shortcut: "Shift+O" },
  toggleEditing: { shortcut: "Z" },
  toggleExchange: { shortcut: "Shift+E" },
  toggleStyles: { shortcut: "Shift+H" },
  toggleSidebar: { shortcut: "S" },
  toggleMore: { shortcut: "X" },
  toggleLabels: { shortcut: "Shift+X" },
  copyLink: { shortcut: "L" },
  share: { shortcut: "Shift+L" },
  measureLength: { shortcut: "M" },
  measureArea: { shortcut: "Shift+M" },
  toggleCounting: { shortcut: "U" },
  toggleCellAnalysis: { shortcut: "Shift+U" },
  toggleGrid: { shortcut: "G" },
  toggleCursors: { shortcut: "V" },
  toggleColour: { shortcut: "K" },
  toggleStains: { shortcut: "Shift+K" },
  toggleChannels: { shortcut: "C" },
  nextChannelAlone: { shortcut: "O" },
  showKeyboard: { shortcut: "?" },
  annotate: { shortcut: "A" },
  previousAnnotation: { shortcut: "Shift+N" },
  nextAnnotation: { shortcut: "N" },
  previousSlide: { shortcut: PREVIOUS_KEY },
  nextSlide: { shortcut: NEXT_KEY },
} as const satisfies Record<string, { readonly shortcut: string }>;

export type SlideCommand = keyof typeof SLIDE_COMMANDS;

export interface KeyPress {
  readonly key: string;
  readonly shiftKey: boolean;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
}

/** Notation of a key press in the tables, e.g. `Shift+R`; null with Ctrl, Alt or Cmd, which belong to the browser. */
export function shortcutOf({ key, shiftKey, ctrlKey, metaKey, altKey }: KeyPress): string | null {
  if (ctrlKey || metaKey || altKey) return null;
  const isLetter = key.length === 1 && key.toLowerCase() !== key.toUpperCase();
  if (isLetter) return `${shiftKey ? "Shift+" : ""}${key.toUpperCase()}`;
  return key === "_" ? "-" : key === "=" ? "+" : key;
}

/** @returns null for a key press without a command. */
export function commandFor(press: KeyPress): SlideCommand | null {
  const shortcut = shortcutOf(press);
  const commands = Object.keys(SLIDE_COMMANDS) as SlideCommand[];
  return commands.find((command) => SLIDE_COMMANDS[command].shortcut === shortcut) ?? null;
}
