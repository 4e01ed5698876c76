import { Modal } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { type KeyRow, KeyRows } from "#ui/KeyRows.tsx";
import { CASE_COMMAND_NAMES, CASE_COMMANDS, type CaseCommand } from "./case-commands.ts";

interface CaseKeyboardSheetProps {
  readonly isOffered: (command: CaseCommand) => boolean;
  readonly onClose: () => void;
}

/** Keyboard shortcuts of the page, the slides, the comparison and the binder. */
export function CaseKeyboardSheet({ isOffered, onClose }: CaseKeyboardSheetProps) {
  const { t } = useTranslation();
  const rows: readonly KeyRow[] = [
    ["← → ↑ ↓", t("case.keyMove")],
    ["+ -", t("case.keyZoom")],
    ...CASE_COMMAND_NAMES.filter(isOffered).map(
      (name) => [CASE_COMMANDS[name].shortcut, t(CASE_COMMANDS[name].label)] as const,
    ),
    ["B", t("case.keyBlink")],
    ...(isOffered("bind") ? ([["Space", t("case.keyPin")]] as const) : []),
  ];
  return (
    <Modal opened onClose={onClose} title={t("case.keys")} closeButtonProps={{ "aria-label": t("case.close") }}>
      <KeyRows rows={rows} />
    </Modal>
  );
}
