/**
 * Commands of the case page that have a button or a key: one row each. Keys of the slides are handled by the viewer.
 */
import { type KeyPress, shortcutOf } from "#slide/slide-commands.ts";
import { NEXT_KEY, PREVIOUS_KEY } from "#ui/neighbour-keys.ts";
import type { caseEn } from "./case.en.ts";

export const CASE_COMMANDS = {
  rotateLeft: { shortcut: "Shift+R", label: "case.rotateLeft" },
  rotateRight: { shortcut: "R", label: "case.rotateRight" },
  fit: { shortcut: "0", label: "case.fit" },
  toggleSync: { shortcut: "Y", label: "case.sync" },
  align: { shortcut: "A", label: "case.align" },
  compare: { shortcut: "C", label: "case.compare" },
  toggleText: { shortcut: "I", label: "case.about" },
  toggleAnnotations: { shortcut: "S", label: "case.annotations" },
  toggleColour: { shortcut: "K", label: "case.colour" },
  toggleGrid: { shortcut: "G", label: "case.grid" },
  toggleInformation: { shortcut: "Shift+I", label: "case.slideInformation" },
  toggleChannels: { shortcut: "Shift+C", label: "case.slideChannels" },
  openSlide: { shortcut: "O", label: "case.openSlide" },
  bind: { shortcut: "P", label: "case.bind" },
  arrange: { shortcut: "E", label: "case.arrange" },
  enlarge: { shortcut: "L", label: "case.enlarge" },
  share: { shortcut: "Shift+L", label: "case.share" },
  fullscreen: { shortcut: "F", label: "case.fullscreen" },
  previous: { shortcut: PREVIOUS_KEY, label: "case.keyPrevious" },
  next: { shortcut: NEXT_KEY, label: "case.keyNext" },
  showKeyboard: { shortcut: "?", label: "case.keys" },
} as const satisfies Record<string, { readonly shortcut: string; readonly label: `case.${keyof typeof caseEn}` }>;

export type CaseCommand = keyof typeof CASE_COMMANDS;
export const CASE_COMMAND_NAMES = Object.keys(CASE_COMMANDS) as CaseCommand[];

/** @returns undefined for a key press without a command. */
export function caseCommandFor(press: KeyPress): CaseCommand | undefined {
  const shortcut = shortcutOf(press);
  return CASE_COMMAND_NAMES.find((command) => CASE_COMMANDS[command].shortcut === shortcut);
}
