import { ActionIcon, type ActionIconProps, Kbd, Tooltip } from "@mantine/core";
import type { Icon } from "@tabler/icons-react";
import classes from "./ToolButton.module.css";

/** Stroke of all icons, px. Source: product.md, "Shape". */
const ICON_STROKE = 1.5;
const ICON_SIZE_PX = 20;

interface ToolButtonProps extends Omit<ActionIconProps, "children"> {
  readonly icon: Icon;
  /** Name for screen readers, and the tooltip. */
  readonly label: string;
  /** Key that does the same, as printed on it. */
  readonly shortcut?: string;
  /** Whether what it switches is on; undefined: it switches nothing. */
  readonly isOn?: boolean;
  readonly tooltipPosition?: "right" | "top" | "bottom" | "left";
  readonly onClick: () => void;
}

export function ToolButton({
  icon: IconShape,
  label,
  shortcut,
  isOn,
  tooltipPosition = "bottom",
  onClick,
  ...rest
}: ToolButtonProps) {
  const tooltip = (
    <span className={classes.tooltip}>
      {label}
      {shortcut && <Kbd size="xs">{shortcut}</Kbd>}
    </span>
  );
  return (
    <Tooltip label={tooltip} position={tooltipPosition} withinPortal={false}>
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label={label}
        aria-pressed={isOn}
        aria-keyshortcuts={shortcut}
        className={classes.button}
        onClick={onClick}
        {...rest}
      >
        <IconShape size={ICON_SIZE_PX} stroke={ICON_STROKE} aria-hidden />
      </ActionIcon>
    </Tooltip>
  );
}
