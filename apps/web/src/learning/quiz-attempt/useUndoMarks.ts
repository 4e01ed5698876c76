/** Undo for the marks of a question: drawn marks are removed, removed marks are restored. */
import { useState } from "react";

interface MarkHistory {
  readonly marks: readonly string[];
  /** States since the question was opened, oldest first. */
  readonly before: readonly (readonly string[])[];
}

const isSame = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((mark, place) => mark === b[place]);

/** @returns null if nothing was changed since the question was opened. */
export function useUndoMarks(
  marks: readonly string[],
  onDraw: (marks: readonly string[]) => void,
): (() => void) | null {
  const [history, setHistory] = useState<MarkHistory>({ marks, before: [] });
  if (!isSame(history.marks, marks)) setHistory({ marks, before: [...history.before, history.marks] });
  const last = history.before.at(-1);
  if (!last) return null;
  return () => {
    setHistory({ marks: last, before: history.before.slice(0, -1) });
    onDraw(last);
  };
}
