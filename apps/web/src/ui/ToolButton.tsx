import type { Icon } from "@tabler/icons-react";
import { type KeyboardEvent, useState } from "react";
import classes from "./ToolButton.module.css";

/** Stroke of all icons, px. Source: product.md, "Shape". */
const ICON_STROKE = 1.5;
const ICON_SIZE_PX = 20;

interface ToolButtonProps {
  readonly icon: Icon;
  /** Label for screen readers, and the tooltip. */
  readonly label: string;
  /** Keyboard shortcut, as printed on the key. */
  readonly shortcut?: string;
  /** Name of the key in the reader's language; default: `shortcut`. */
  readonly shortcutName?: string;
  /** Whether it is switched on; undefined: not a switch. */
  readonly isOn?: boolean;
  readonly isDisabled?: boolean;
  /** Why it is not available; it can still be focused and read. Null: available. */
  readonly whyNot?: string | null;
  /** Whether the label is shown beside the icon instead of in a tooltip. */
  readonly isLabelled?: boolean;
  /** `bottom` ends at the right edge of the button, `bottom-start` begins at its left edge. */
  readonly tooltipPosition?: "right" | "top" | "bottom" | "bottom-start";
  readonly onClick: () => void;
}

/**
 * An icon button, with its label and key beside it while it is hovered over or has the focus. Deliberately plain: code
 * before a slide's first tile is kept small.
 */
export function ToolButton({
  icon: IconShape,
  label,
  shortcut,
  shortcutName = shortcut,
  isOn,
  isDisabled = false,
  whyNot = null,
  isLabelled = false,
  tooltipPosition = "bottom",
  onClick,
}: ToolButtonProps) {
  const [isDismissed, setIsDismissed] = useState(false);
  const handleKeyDown = (event: KeyboardEvent): void => {
    if (event.key === "Escape") setIsDismissed(true);
  };
  return (
    <span className={classes.place} data-labelled={isLabelled || undefined}>
      <button
        type="button"
        className={classes.button}
        aria-label={whyNot === null ? label : `${label}, ${whyNot}`}
        aria-disabled={whyNot !== null || undefined}
        aria-pressed={isOn}
        title={isLabelled && whyNot !== null ? whyNot : undefined}
        aria-keyshortcuts={shortcut}
        disabled={isDisabled}
        onClick={whyNot === null ? onClick : undefined}
        onKeyDown={handleKeyDown}
        onBlur={() => setIsDismissed(false)}
      >
        <IconShape size={ICON_SIZE_PX} stroke={ICON_STROKE} aria-hidden />
        {isLabelled && <span className={classes.label}>{label}</span>}
      </button>
      {!isLabelled && (
        <span
          className={classes.tooltip}
          data-position={tooltipPosition}
          data-dismissed={isDismissed || undefined}
          aria-hidden
        >
          {whyNot === null ? label : `${label}, ${whyNot}`}
          {shortcutName && <kbd className={classes.key}>{shortcutName}</kbd>}
        </span>
      )}
    </span>
  );
}
