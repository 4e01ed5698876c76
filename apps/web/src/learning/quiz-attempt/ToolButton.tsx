import { Button } from "@mantine/core";
import type { Icon } from "@tabler/icons-react";

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
      {label}
    </Button>
  );
}
