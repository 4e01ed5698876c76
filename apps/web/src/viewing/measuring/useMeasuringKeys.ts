import type { Measuring } from "@parfocal/viewer/measuring/create-measuring.ts";
import type { SlideViewer } from "@parfocal/viewer/slide-viewer.ts";
import { type KeyboardEvent as PageKeyboardEvent, useEffect } from "react";
import { useLatest } from "#ui/useLatest.ts";
import { KEEP_KEY } from "./measuring-keys.ts";

/** In the panel; on the slide, the viewer handles Delete itself. */
const REMOVE_KEYS = ["Delete", "Backspace"];

type KeyPress = Pick<KeyboardEvent, "key" | "ctrlKey" | "metaKey" | "altKey" | "shiftKey" | "preventDefault">;

interface KeyActions {
  readonly measuring: Measuring;
  /** Null if the user may not annotate. */
  readonly keep: (() => void) | null;
}

/** Handles a key; keys with a function here do not reach the page. */
function act(event: KeyPress, isInPanel: boolean, { measuring, keep }: KeyActions): void {
  if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
  const isKeep = event.key.toUpperCase() === KEEP_KEY && keep !== null;
  const isRemove = isInPanel && REMOVE_KEYS.includes(event.key);
  if (!isKeep && !isRemove) return;
  event.preventDefault();
  if (isKeep) keep();
  else measuring.remove();
}

/** @returns a handler for the panel's keys. */
export function useMeasuringKeys(viewer: SlideViewer, actions: KeyActions): (event: PageKeyboardEvent) => void {
  const latest = useLatest(actions);
  // The slide's element has the focus during measuring: its keys are handled before those of the page.
  useEffect(() => {
    const handleKeyDown = (event: KeyboardEvent): void => {
      const isOnSlide = event.target instanceof Element && event.target.classList.contains("slide-viewer");
      if (isOnSlide && !event.defaultPrevented) act(event, false, latest.current);
    };
    window.addEventListener("keydown", handleKeyDown, { capture: true });
    return () => window.removeEventListener("keydown", handleKeyDown, { capture: true });
  }, []);
  return (event) => {
    act(event, true, actions);
    if (event.defaultPrevented) viewer.focus();
  };
}
