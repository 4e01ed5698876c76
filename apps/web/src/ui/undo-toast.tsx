import { Button, Group, Text } from "@mantine/core";
import i18next from "i18next";
import { untilFetched } from "./until-fetched.ts";

/** Longer than other toasts: one has to read it, decide, and reach the button. */
const UNDO_TOAST_DURATION_MS = 10_000;

/** Says what was done, and offers to take it back. @param undoText what the button says. */
export function showUndo(text: string, undoText: string, undo: () => void): void {
  void untilFetched(() => import("@mantine/notifications")).then(({ notifications }) => {
    const id = notifications.show({
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
              notifications.hide(id);
              undo();
            }}
          >
            {undoText}
          </Button>
        </Group>
      ),
    });
  });
}
