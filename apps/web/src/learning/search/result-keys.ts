/** Arrow keys move the focus from the search field to the results, between them, and back. */
import type { KeyboardEvent } from "react";

const RESULT = "a[data-result]";

/** @param box target of Up from the first result. */
export function moveAmongResults(event: KeyboardEvent<HTMLElement>, box: HTMLElement | null): void {
  const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
  if (step === 0 || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
  const results = [...event.currentTarget.querySelectorAll<HTMLElement>(RESULT)];
  const from = results.indexOf(event.target as HTMLElement);
  if (from === -1 && event.target !== box) return;
  const next = from === -1 ? (step === 1 ? results[0] : undefined) : from + step < 0 ? box : results[from + step];
  if (!next) return;
  event.preventDefault();
  next.focus();
}
