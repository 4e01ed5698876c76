import { useEffect } from "react";
import { CONTINUOUS_KEY, FREEHAND_KEY, TOOL_KEYS } from "#annotation/drawing-tools.ts";
import type { Annotator } from "#annotation/useAnnotator.ts";
import { useLatest } from "#ui/useLatest.ts";
import { commandFor, isTyping, type SlideCommand, shortcutOf } from "./slide-commands.ts";

interface SlideKeys {
  readonly commands: Readonly<Record<SlideCommand, () => void>>;
  readonly annotator: Annotator;
  /** Whether the user wants letters to act (WCAG 2.2, 2.1.4). The focused slide's own keys are not affected. */
  readonly areLettersOn: boolean;
  /** While a dialog is open. */
  readonly isSuspended: boolean;
}

/** Keys that work wherever the focus is on the page, except in text fields. */
export function useSlideKeys(keys: SlideKeys): void {
  const latest = useLatest(keys);
  useEffect(() => {
    const handleKeyDown = (event: KeyboardEvent): void => {
      const { commands, annotator, areLettersOn, isSuspended } = latest.current;
      if (event.defaultPrevented || isSuspended || isTyping(event.target) || !areLettersOn) return;
      const act = annotatorAction(annotator, shortcutOf(event)) ?? actionOf(commands, event);
      if (!act) return;
      event.preventDefault();
      act();
    };
    // In the capture phase: the slide itself handles Escape to discard a started drawing, and would then appear idle.
    const handleEscape = (event: KeyboardEvent): void => {
      const { annotator, isSuspended } = latest.current;
      if (event.key === "Escape" && !isSuspended && !isTyping(event.target)) stopWhenIdle(annotator);
    };
    window.addEventListener("keydown", handleKeyDown);
    window.addEventListener("keydown", handleEscape, { capture: true });
    return () => {
      window.removeEventListener("keydown", handleKeyDown);
      window.removeEventListener("keydown", handleEscape, { capture: true });
    };
  }, []);
}

function actionOf(commands: SlideKeys["commands"], event: KeyboardEvent): (() => void) | null {
  const command = commandFor(event);
  return command && commands[command];
}

/** Escape closes the annotator unless unsaved input would be discarded. */
export function stopWhenIdle({ state, drawing, stop }: Annotator): void {
  const isIdle = state.mode === "add" && state.drawn === null && !drawing.canUndo;
  if (isIdle) stop();
}

/** What a key does while the annotator is open. */
export function annotatorAction(
  { state, typeNames, dispatch }: Annotator,
  shortcut: string | null,
): (() => void) | null {
  if (state.mode !== "add" || shortcut === null) return null;
  if (shortcut === FREEHAND_KEY) return () => dispatch({ kind: "toggleFreehand" });
  if (shortcut === CONTINUOUS_KEY) return () => dispatch({ kind: "toggleContinuous" });
  const typeName = typeNames.find((name) => TOOL_KEYS[name] === shortcut);
  return typeName && state.drawn === null ? () => dispatch({ kind: "chooseType", typeName }) : null;
}
