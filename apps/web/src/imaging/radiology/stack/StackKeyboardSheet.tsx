import { Modal } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { type KeyRow, KeyRows } from "#ui/KeyRows.tsx";
import { STACK_COMMAND_NAMES, STACK_COMMANDS, windowChoices } from "./stack-commands.ts";
import { STACK_TOOL_NAMES, STACK_TOOLS } from "./stack-tools.ts";

interface StackKeyboardSheetProps {
  readonly modality: string;
  readonly onClose: () => void;
}

/** All keys of the viewer, which work while the focus is in it. */
export function StackKeyboardSheet({ modality, onClose }: StackKeyboardSheetProps) {
  const { t } = useTranslation();
  const rows: readonly KeyRow[] = [
    ["↑ ↓", t("radiology.keyStep")],
    ["PageUp PageDown", t("radiology.keyStride")],
    ["Home End", t("radiology.keyEnds")],
    ["Space", t("radiology.keyPlay")],
    ["+ -", t("radiology.keyZoom")],
    ...STACK_TOOL_NAMES.map((name): KeyRow => [STACK_TOOLS[name].key, t(`radiology.tool_${name}`)]),
    ["Enter", t("radiology.keyLine")],
    ...windowChoices(modality).map(
      (choice, index): KeyRow => [
        String(index + 1),
        t("radiology.keyWindow", { name: t(`radiology.window_${choice}`) }),
      ],
    ),
    ...STACK_COMMAND_NAMES.map((name): KeyRow => [STACK_COMMANDS[name].key, t(`radiology.command_${name}`)]),
    ["D", t("radiology.two")],
    ["Y", t("radiology.linked")],
    ["F", t("radiology.full")],
    ["?", t("radiology.keys")],
  ];
  return (
    <Modal
      opened
      onClose={onClose}
      title={t("radiology.keys")}
      size="lg"
      closeButtonProps={{ "aria-label": t("ui.close") }}
    >
      <p>{t("radiology.keysHint")}</p>
      <KeyRows rows={rows} />
    </Modal>
  );
}
