/** Elements in which keys enter text. */
const TYPING =
  "input:not([type=checkbox], [type=radio], [type=range]), textarea, select, [contenteditable], [role=textbox], [role=combobox]";

/** Whether the user is entering text or is in a dialog, where letters are not shortcuts. */
export function isTyping(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest(`${TYPING}, [role=dialog][aria-modal=true]`) !== null;
}
