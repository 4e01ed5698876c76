/** Keys of a panel while the focus is in it. */

interface PanelKeyPress {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
  readonly target: EventTarget | null;
}

/** Elements that use letters and digits as input. */
const WRITING = "input:not([type=checkbox], [type=radio], [type=range]), textarea, select, [contenteditable]";

/** In capitals, e.g. `C` or `1`; null: it is input of a field, or a key of the browser. */
export function panelKeyOf({ key, ctrlKey, metaKey, altKey, target }: PanelKeyPress): string | null {
  if (ctrlKey || metaKey || altKey) return null;
  if (target instanceof Element && target.closest(WRITING)) return null;
  return key.toUpperCase();
}
