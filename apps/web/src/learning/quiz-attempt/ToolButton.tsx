import { Button } from "@mantine/core";
import type { Icon } from "@tabler/icons-react";
import styles from "./SlideTools.module.css";

interface ToolButtonProps {
  readonly icon?: Icon;
  readonly label: string;
  readonly onClick: () => void;
}

export function ToolButton({ icon: Shown, label, onClick }: ToolButtonProps) {
  return (
    <Button
      size="compact-md"
      variant="light"
      leftSection={Shown && <Shown size={18} stroke={1.5} aria-hidden />}
      onClick={onClick}
    >
      {Shown ? <span className={styles.toolText}>{label}</span> : label}
    </Button>
  );
}
