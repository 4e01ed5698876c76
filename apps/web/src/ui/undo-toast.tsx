import { Button, Group, Text } from "@mantine/core";
import i18next from "i18next";
import { showOneToast } from "#platform/one-toast.ts";
import { untilFetched } from "./until-fetched.ts";

/** Longer than other toasts: one has to read it, decide, and reach the button. */
const UNDO_TOAST_DURATION_MS = 10_000;

/** Says what was done, and offers to take it back. @param undoText what the button says. */
export function showUndo(text: string, undoText: string, undo: () => void): void {
  let close: () => void = () => undefined;
  const toast = {
    color: "teal",
    closeButtonProps: { "aria-label": i18next.t("ui.close") },
    autoClose: UNDO_TOAST_DURATION_MS,
    message: (
      <Group justify="space-between" wrap="nowrap">
        <Text size="sm">{text}</Text>
        <Button
          size="compact-sm"
          variant="default"
          onClick={() => {
            close();
            undo();
          }}
        >
          {undoText}
        </Button>
      </Group>
    ),
  };
  void untilFetched(() => showOneToast(toast)).then((hide) => {
    close = hide;
  });
}
