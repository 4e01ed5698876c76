import i18next from "i18next";
import { showUndo as showUndoToast } from "#ui/undo-toast.tsx";

/** Says what was done to an annotation, and offers to take it back. */
export function showUndo(text: string, undo: () => void): void {
  showUndoToast(text, i18next.t("annotation.undo"), undo);
}
