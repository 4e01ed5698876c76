import { useEffect } from "react";
import type { Annotator } from "#annotation/useAnnotator.ts";
import { isTyping, shortcutOf } from "#slide/slide-commands.ts";
import { annotatorAction, stopWhenIdle } from "#slide/useSlideKeys.ts";
import { useLatest } from "#ui/useLatest.ts";

/** The annotator's keys, which take precedence over those of the case: while drawing, L selects the line. */
export function useAnnotatorKeys(annotator: Annotator, isActive: boolean): void {
  const latest = useLatest(annotator);
  useEffect(() => {
    if (!isActive) return;
    const handleKeyDown = (event: KeyboardEvent): void => {
      if (event.defaultPrevented || isTyping(event.target)) return;
      if (event.key === "Escape") {
        stopWhenIdle(latest.current);
        return;
      }
      const act = annotatorAction(latest.current, shortcutOf(event));
      if (!act) return;
      event.preventDefault();
      act();
    };
    window.addEventListener("keydown", handleKeyDown, { capture: true });
    return () => window.removeEventListener("keydown", handleKeyDown, { capture: true });
  }, [isActive]);
}
