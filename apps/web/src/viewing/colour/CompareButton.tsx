import { Button } from "@mantine/core";
import type { KeyboardEvent } from "react";
import { useTranslation } from "react-i18next";

const PRESSING_KEYS: readonly string[] = ["Enter", " "];

interface CompareButtonProps {
  /** Called with true when pressed, with false when released. */
  readonly onCompare: (isPressed: boolean) => void;
  readonly isDisabled: boolean;
}

/** Shows the original while held, by pointer or key. */
export function CompareButton({ onCompare, isDisabled }: CompareButtonProps) {
  const { t } = useTranslation();
  const handleKey = (isPressed: boolean) => (event: KeyboardEvent) => {
    if (!PRESSING_KEYS.includes(event.key)) return;
    event.preventDefault();
    onCompare(isPressed);
  };
  return (
    <Button
      size="compact-sm"
      variant="default"
      title={t("colour.compareHint")}
      disabled={isDisabled}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        onCompare(true);
      }}
      onPointerUp={() => onCompare(false)}
      onPointerCancel={() => onCompare(false)}
      onContextMenu={(event) => event.preventDefault()}
      onKeyDown={handleKey(true)}
      onKeyUp={handleKey(false)}
      onBlur={() => onCompare(false)}
    >
      {t("colour.compare")}
    </Button>
  );
}
