/** The selection of a picker, kept while the search changes. */
import { useState } from "react";
import type { PickerItem } from "./picker-item.ts";

export interface Picked {
  /** In the order of selection. */
  readonly items: readonly PickerItem[];
  readonly has: (id: number) => boolean;
  readonly toggle: (item: PickerItem) => void;
  readonly clear: () => void;
}

/** @param most maximum number of selected items. */
export function usePicked(most: number): Picked {
  const [items, setItems] = useState<readonly PickerItem[]>([]);
  const has = (id: number) => items.some((item) => item.id === id);
  return {
    items,
    has,
    toggle(item) {
      if (has(item.id)) setItems(items.filter(({ id }) => id !== item.id));
      else if (items.length < most) setItems([...items, item]);
    },
    clear: () => setItems([]),
  };
}
