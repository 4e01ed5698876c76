/** Keys that a panel has for itself while the focus is in it. */

interface PanelKeyPress {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
  readonly target: EventTarget | null;
}

/** Where letters and digits are written or chosen by. */
const WRITING = "input:not([type=checkbox], [type=radio], [type=range]), textarea, select, [contenteditable]";

/** In capitals, e.g. `C` or `1`; null: it is written into a field, or the browser's. */
export function panelKeyOf({ key, ctrlKey, metaKey, altKey, target }: PanelKeyPress): string | null {
  if (ctrlKey || metaKey || altKey) return null;
  if (target instanceof Element && target.closest(WRITING)) return null;
  return key.toUpperCase();
}
