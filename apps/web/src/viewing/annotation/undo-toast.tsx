import i18next from "i18next";
import { showUndo as showUndoToast } from "#ui/undo-toast.tsx";

/** Toast for an action on an annotation, with an undo button. */
export function showUndo(text: string, undo: () => void): void {
  showUndoToast(text, i18next.t("annotation.undo"), undo);
}
