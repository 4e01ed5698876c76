import { ActionIcon, Button, Tooltip } from "@mantine/core";
import type { Icon } from "@tabler/icons-react";

/** Tools that come and go would move the slide under the pointer: one without effect keeps its place, tooltip and focus. */
interface ToolButtonProps {
  /** Shown in place of the label, which is its tooltip then. */
  readonly icon?: Icon;
  readonly label: string;
  readonly isDisabled?: boolean;
  readonly onClick: () => void;
}

export function ToolButton({ icon: Shown, label, isDisabled = false, onClick }: ToolButtonProps) {
  const state = {
    "aria-disabled": isDisabled,
    "data-disabled": isDisabled || undefined,
    onClick: isDisabled ? undefined : onClick,
  };
  if (!Shown)
    return (
      <Button size="compact-md" variant="light" {...state}>
        {label}
      </Button>
    );
  return (
    <Tooltip label={label}>
      {/* As high as the buttons beside it. */}
      <ActionIcon variant="light" size="1.875rem" aria-label={label} {...state}>
        <Shown size={18} stroke={1.5} aria-hidden />
      </ActionIcon>
    </Tooltip>
  );
}
