/** Labels of the editor's built-in buttons. */
import type { RichTextEditorLabels } from "@mantine/tiptap";
import type { TFunction } from "i18next";

export function editorLabels(t: TFunction): Partial<RichTextEditorLabels> {
  return {
    boldControlLabel: t("richText.bold"),
    italicControlLabel: t("richText.italic"),
    underlineControlLabel: t("richText.underline"),
    strikeControlLabel: t("richText.strike"),
    subscriptControlLabel: t("richText.subscript"),
    superscriptControlLabel: t("richText.superscript"),
    bulletListControlLabel: t("richText.bulletList"),
    orderedListControlLabel: t("richText.orderedList"),
    blockquoteControlLabel: t("richText.quote"),
    alignLeftControlLabel: t("richText.alignLeft"),
    alignCenterControlLabel: t("richText.alignCenter"),
    alignRightControlLabel: t("richText.alignRight"),
    alignJustifyControlLabel: t("richText.alignJustify"),
    undoControlLabel: t("richText.undo"),
    redoControlLabel: t("richText.redo"),
  };
}
