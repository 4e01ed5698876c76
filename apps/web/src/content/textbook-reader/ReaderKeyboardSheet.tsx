import { Modal } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { type KeyRow, KeyRows } from "#ui/KeyRows.tsx";

interface ReaderKeyboardSheetProps {
  /** Keys added by other slices. */
  readonly more: readonly KeyRow[];
  readonly onClose: () => void;
}

export function ReaderKeyboardSheet({ more, onClose }: ReaderKeyboardSheetProps) {
  const { t } = useTranslation();
  const rows: readonly KeyRow[] = [
    ["↑ ↓", t("textbookReader.keyLines")],
    ["← →", t("textbookReader.keyPages")],
    ["PageUp PageDown", t("textbookReader.keyViews")],
    ["Home End", t("textbookReader.keyEnds")],
    ["G", t("textbookReader.goTo")],
    ["Ctrl+F", t("textbookReader.find")],
    ["+ -", t("textbookReader.keyZoom")],
    ["0", t("textbookReader.zoomDefault")],
    ["R Shift+R", t("textbookReader.keyRotate")],
    ["H", t("textbookReader.hand")],
    ["O", t("textbookReader.panel")],
    ["Backspace", t("textbookReader.back")],
    ["Ctrl+P", t("textbookReader.print")],
    ["F", t("textbookReader.full")],
    ...more,
    ["?", t("textbookReader.keys")],
  ];
  return (
    <Modal
      opened
      onClose={onClose}
      title={t("textbookReader.keys")}
      size="lg"
      closeButtonProps={{ "aria-label": t("ui.close") }}
    >
      <KeyRows rows={rows} />
    </Modal>
  );
}
