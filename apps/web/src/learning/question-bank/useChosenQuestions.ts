/** The selected questions, kept while the search changes. */
import { useState } from "react";

export interface ChosenQuestions {
  /** In the order of selection. */
  readonly ids: readonly number[];
  readonly has: (id: number) => boolean;
  readonly toggle: (id: number) => void;
  /** Adds as many as the limit allows. */
  readonly add: (ids: readonly number[]) => void;
  readonly remove: (ids: readonly number[]) => void;
  readonly clear: () => void;
}

/** @param most maximum number that can be selected. */
export function useChosenQuestions(most: number): ChosenQuestions {
  const [ids, setIds] = useState<readonly number[]>([]);
  const add = (more: readonly number[]) => setIds((before) => [...new Set([...before, ...more])].slice(0, most));
  const remove = (gone: readonly number[]) => setIds((before) => before.filter((id) => !gone.includes(id)));
  return {
    ids,
    has: (id) => ids.includes(id),
    toggle: (id) => (ids.includes(id) ? remove([id]) : add([id])),
    add,
    remove,
    clear: () => setIds([]),
  };
}
