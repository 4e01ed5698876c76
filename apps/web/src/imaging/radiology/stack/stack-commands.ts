/** Commands of the focused stack, for buttons and keys. */
import {
  CT_WINDOW_NAMES,
  CT_WINDOWS,
  type CtWindowName,
  type PixelWindow,
  windowOfRange,
} from "@parfocal/core/radiology/pixel-window.ts";
import {
  type Icon,
  IconBrightness,
  IconFlipHorizontal,
  IconFlipVertical,
  IconFocusCentered,
  IconRestore,
  IconRotateClockwise,
} from "@tabler/icons-react";
import type { Stack, StackViewState } from "./stack.ts";

interface StackCommandFacts {
  readonly icon: Icon;
  readonly key: string;
  readonly act: (stack: Stack) => void;
}

export const STACK_COMMANDS = {
  invert: { icon: IconBrightness, key: "I", act: (stack) => stack.invert() },
  rotate: { icon: IconRotateClockwise, key: "R", act: (stack) => stack.rotate() },
  flipHorizontal: { icon: IconFlipHorizontal, key: "H", act: (stack) => stack.flip("horizontal") },
  flipVertical: { icon: IconFlipVertical, key: "V", act: (stack) => stack.flip("vertical") },
  fit: { icon: IconFocusCentered, key: "0", act: (stack) => stack.fit() },
  reset: { icon: IconRestore, key: "X", act: (stack) => stack.reset() },
} as const satisfies Record<string, StackCommandFacts>;

export type StackCommand = keyof typeof STACK_COMMANDS;
export const STACK_COMMAND_NAMES = Object.keys(STACK_COMMANDS) as StackCommand[];

/** Windows to choose from: the file's own, all values, and for CT those of its tissues. Keys 1, 2 … in this order. */
export type WindowChoice = "recorded" | "full" | CtWindowName;

export function windowChoices(modality: string): readonly WindowChoice[] {
  return ["recorded", "full", ...(modality === "CT" ? CT_WINDOW_NAMES : [])];
}

type Windows = Pick<StackViewState, "window" | "recordedWindow" | "fullRange">;

/** Null: no image yet, or in colour. */
function windowOf({ recordedWindow, fullRange }: Windows, choice: WindowChoice): PixelWindow | null {
  if (choice === "recorded") return recordedWindow;
  if (choice === "full") return fullRange && windowOfRange(fullRange);
  return CT_WINDOWS[choice];
}

export function chooseWindow(stack: Stack, choice: WindowChoice): void {
  const window = windowOf(stack.look(), choice);
  if (window) stack.setWindow(window);
}

/** Whether it is the current window. */
export function isChosenWindow(look: Windows, choice: WindowChoice): boolean {
  const preset = windowOf(look, choice);
  if (!preset || !look.window) return false;
  // The graphics card has limited precision.
  return Math.abs(preset.center - look.window.center) < 0.01 && Math.abs(preset.width - look.window.width) < 0.01;
}

/** Keyboard navigation between images: by one, by ten, to an end. */
export function indexByKey(key: string, { index, count }: { index: number; count: number }): number | null {
  const STRIDE = 10;
  switch (key) {
    case "ArrowDown":
    case "ArrowRight":
      return Math.min(count - 1, index + 1);
    case "ArrowUp":
    case "ArrowLeft":
      return Math.max(0, index - 1);
    case "PageDown":
      return Math.min(count - 1, index + STRIDE);
    case "PageUp":
      return Math.max(0, index - STRIDE);
    case "Home":
      return 0;
    case "End":
      return count - 1;
    default:
      return null;
  }
}
