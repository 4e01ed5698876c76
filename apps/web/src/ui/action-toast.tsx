/** A toast with buttons for possible next actions. */
import { Button, Group, Text } from "@mantine/core";
import i18next from "i18next";
import { showOneToast } from "#platform/one-toast.ts";
import { untilFetched } from "./until-fetched.ts";

/** Longer than other toasts: people have to read it, decide, and reach a button. */
const ACTION_TOAST_DURATION_MS = 10_000;

export interface ToastAction {
  readonly text: string;
  readonly run: () => void;
}

interface ActionToast {
  readonly text: string;
  readonly actions: readonly ToastAction[];
  /** Whether it stays until it is closed. */
  readonly isFailure?: boolean;
}

export function showActions({ text, actions, isFailure = false }: ActionToast): void {
  let close: () => void = () => undefined;
  const toast = {
    color: isFailure ? "red" : "teal",
    closeButtonProps: { "aria-label": i18next.t("ui.close") },
    autoClose: isFailure ? (false as const) : ACTION_TOAST_DURATION_MS,
    message: (
      <Group justify="space-between" wrap={actions.length > 1 ? "wrap" : "nowrap"} gap="xs">
        <Text size="sm">{text}</Text>
        <Group gap="xs" wrap="nowrap">
          {actions.map((action) => (
            <Button
              key={action.text}
              size="compact-sm"
              variant="default"
              onClick={() => {
                close();
                action.run();
              }}
            >
              {action.text}
            </Button>
          ))}
        </Group>
      </Group>
    ),
  };
  void untilFetched(() => showOneToast(toast, "offer")).then((hide) => {
    close = hide;
  });
}
