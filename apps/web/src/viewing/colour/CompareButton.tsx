import { Button } from "@mantine/core";
import type { KeyboardEvent } from "react";
import { useTranslation } from "react-i18next";

const PRESSING_KEYS: readonly string[] = ["Enter", " "];

interface CompareButtonProps {
  /** Called with true when it is pressed, with false when it is released. */
  readonly onCompare: (isHeld: boolean) => void;
  readonly isDisabled: boolean;
}

/** Shows the original for as long as it is held, by pointer or by key. */
export function CompareButton({ onCompare, isDisabled }: CompareButtonProps) {
  const { t } = useTranslation();
  const handleKey = (isHeld: boolean) => (event: KeyboardEvent) => {
    if (!PRESSING_KEYS.includes(event.key)) return;
    event.preventDefault();
    onCompare(isHeld);
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
