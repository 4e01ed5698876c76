import { showActions } from "./action-toast.tsx";

/** Says what was done, and offers to take it back. @param undoText what the button says. */
export function showUndo(text: string, undoText: string, undo: () => void): void {
  showActions({ text, actions: [{ text: undoText, run: undo }] });
}
