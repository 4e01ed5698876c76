/** Steps back through the marks of a question: what was drawn is taken away, what was removed comes back. */
import { useState } from "react";

interface MarkHistory {
  readonly marks: readonly string[];
  /** Since the question was opened, the oldest first. */
  readonly before: readonly (readonly string[])[];
}

const isSame = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((mark, place) => mark === b[place]);

/** @returns null: nothing was changed since the question was opened. */
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
