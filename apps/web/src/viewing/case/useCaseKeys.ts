import { useEffect } from "react";
import { isTyping } from "#slide/slide-commands.ts";
import { useLatest } from "#ui/useLatest.ts";
import { type CaseCommand, caseCommandFor } from "./case-commands.ts";

interface CaseKeys {
  /** Commands that are not available here are absent. */
  readonly commands: Readonly<Partial<Record<CaseCommand, () => void>>>;
  /** Whether the user wants letters to act (WCAG 2.2, 2.1.4). */
  readonly areLettersOn: boolean;
  /** While a dialog is open. */
  readonly isSuspended: boolean;
}

/** Keys that work wherever the focus is on the page, except in text fields. */
export function useCaseKeys(keys: CaseKeys): void {
  const latest = useLatest(keys);
  useEffect(() => {
    const handleKeyDown = (event: KeyboardEvent): void => {
      const { commands, areLettersOn, isSuspended } = latest.current;
      if (event.defaultPrevented || isSuspended || isTyping(event.target) || !areLettersOn) return;
      // A dialog of a slide is open.
      if (event.target instanceof Element && event.target.closest("[aria-modal=true]")) return;
      const command = caseCommandFor(event);
      const act = command && commands[command];
      if (!act) return;
      event.preventDefault();
      act();
    };
    window.addEventListener("keydown", handleKeyDown);
    return () => window.removeEventListener("keydown", handleKeyDown);
  }, []);
}
