/** Where a key is a letter and no command. */
const TYPING =
  "input:not([type=checkbox], [type=radio], [type=range]), textarea, select, [contenteditable], [role=textbox], [role=combobox]";

/** Whether the person is writing, or in a dialog, where letters are letters. */
export function isTyping(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest(`${TYPING}, [role=dialog][aria-modal=true]`) !== null;
}
