/** Keys while counting: one per category; undo, redo, and Delete for the mark under the pointer. */
import type { TallyCategory } from "@parfocal/core/counting/tally.ts";
import type { SlideViewer } from "@parfocal/viewer/slide-viewer.ts";
import { type KeyboardEvent as PageKeyboardEvent, useEffect } from "react";
import { panelKeyOf } from "#ui/panel-keys.ts";
import { useLatest } from "#ui/useLatest.ts";

interface CountingKeyActions {
  readonly categories: readonly TallyCategory[];
  readonly put: (categoryId: number) => void;
  readonly remove: () => void;
  readonly undo: () => void;
  readonly redo: () => void;
}

interface CountingKeyPress {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
  readonly shiftKey: boolean;
  /** Whether the key is held down: a cell is counted only once. */
  readonly repeat: boolean;
  readonly target: EventTarget | null;
}

const REMOVE_KEYS = ["DELETE", "BACKSPACE"];

/** The action of a key while counting; null: none. */
export function countingActionOf(press: CountingKeyPress, actions: CountingKeyActions): (() => void) | null {
  const { key, ctrlKey, metaKey, altKey, shiftKey, repeat } = press;
  if ((ctrlKey || metaKey) && !altKey) {
    if (key.toLowerCase() === "z") return shiftKey ? actions.redo : actions.undo;
    return key.toLowerCase() === "y" ? actions.redo : null;
  }
  const meant = panelKeyOf(press);
  if (meant === null || shiftKey) return null;
  if (REMOVE_KEYS.includes(meant)) return actions.remove;
  const category = actions.categories.find((known) => known.key === meant);
  if (!category) return null;
  return () => {
    if (!repeat) actions.put(category.id);
  };
}

/** @param actions null: counting is off. @returns a handler for the panel's keys. */
export function useCountingKeys(
  viewer: SlideViewer,
  actions: CountingKeyActions | null,
): (event: PageKeyboardEvent) => void {
  const latest = useLatest(actions);
  // In the capture phase: otherwise the slide uses the digits for its objectives.
  useEffect(() => {
    const handleKeyDown = (event: KeyboardEvent): void => {
      const isOnSlide = event.target instanceof Element && event.target.classList.contains("slide-viewer");
      if (!isOnSlide || event.defaultPrevented || !latest.current) return;
      const act = countingActionOf(event, latest.current);
      if (!act) return;
      event.preventDefault();
      event.stopPropagation();
      act();
    };
    window.addEventListener("keydown", handleKeyDown, { capture: true });
    return () => window.removeEventListener("keydown", handleKeyDown, { capture: true });
  }, []);
  return (event) => {
    const isWriting =
      event.target instanceof Element && event.target.closest("input, textarea, [role=option]") !== null;
    const act = actions && !isWriting ? countingActionOf(event, actions) : null;
    if (!act) return;
    event.preventDefault();
    event.stopPropagation();
    act();
    viewer.focus();
  };
}
