import { Button } from "@mantine/core";
import type { Icon } from "@tabler/icons-react";
import styles from "./SlideTools.module.css";

/** Tools that come and go would move the slide under the pointer: one without effect stays in its place, and keeps the focus. */
interface ToolButtonProps {
  readonly icon?: Icon;
  readonly label: string;
  readonly isDisabled?: boolean;
  readonly onClick: () => void;
}

export function ToolButton({ icon: Shown, label, isDisabled = false, onClick }: ToolButtonProps) {
  return (
    <Button
      size="compact-md"
      variant="light"
      leftSection={Shown && <Shown size={18} stroke={1.5} aria-hidden />}
      aria-disabled={isDisabled}
      data-disabled={isDisabled || undefined}
      onClick={isDisabled ? undefined : onClick}
    >
      {Shown ? <span className={styles.toolText}>{label}</span> : label}
    </Button>
  );
}
