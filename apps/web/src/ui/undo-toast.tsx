import { showActions } from "./action-toast.tsx";

/** Reports an action, and offers to undo it. @param undoText label of the button. */
export function showUndo(text: string, undoText: string, undo: () => void): void {
  showActions({ text, actions: [{ text: undoText, run: undo }] });
}
