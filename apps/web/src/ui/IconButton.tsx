import { ActionIcon, type ActionIconProps, Tooltip } from "@mantine/core";
import type { Icon } from "@tabler/icons-react";

interface IconButtonProps extends Pick<ActionIconProps, "variant" | "size"> {
  readonly icon: Icon;
  readonly iconSizePx: number;
  /** Label for screen readers. */
  readonly label: string;
  /** Tooltip, e.g. with the keys, or why the button is disabled; default: the label. */
  readonly hint?: string;
  readonly isDisabled?: boolean;
  readonly onClick: () => void;
  /** E.g. shows users without a tooltip why it is disabled; default: nothing happens. */
  readonly onDisabledClick?: () => void;
}

/** An icon button that keeps its position, tooltip and focus while it is disabled. */
export function IconButton({
  icon: Shape,
  iconSizePx,
  label,
  hint = label,
  isDisabled = false,
  onClick,
  onDisabledClick,
  ...style
}: IconButtonProps) {
  return (
    <Tooltip label={hint}>
      <ActionIcon
        {...style}
        aria-label={label}
        aria-disabled={isDisabled}
        data-disabled={isDisabled || undefined}
        onClick={isDisabled ? onDisabledClick : onClick}
      >
        <Shape size={iconSizePx} stroke={1.5} aria-hidden />
      </ActionIcon>
    </Tooltip>
  );
}
