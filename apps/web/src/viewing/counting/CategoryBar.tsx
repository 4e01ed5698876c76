import { ActionIcon, Tooltip } from "@mantine/core";
import type { TallyCategory } from "@parfocal/core/counting/tally.ts";
import type { TallyResult } from "@parfocal/core/counting/tally-result.ts";
import { type Icon, IconArrowBackUp, IconArrowForwardUp, IconCrosshair, IconEraser } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { formatQuantity } from "#ui/quantity-text.ts";
import classes from "./Counting.module.css";
import { MarkIcon } from "./MarkIcon.tsx";

const ICON_STROKE = 1.5;

interface CategoryBarProps {
  readonly result: TallyResult;
  readonly chosenId: number;
  readonly isErasing: boolean;
  readonly canUndo: boolean;
  readonly canRedo: boolean;
  readonly onChoose: (category: TallyCategory) => void;
  readonly onErase: () => void;
  readonly onUndo: () => void;
  readonly onRedo: () => void;
  readonly onHere: () => void;
}

/** The category that a click counts, with its current number; and buttons for actions that have no touch gesture. */
export function CategoryBar(props: CategoryBarProps) {
  const { result, chosenId, isErasing, canUndo, canRedo, onChoose, onErase, onUndo, onRedo, onHere } = props;
  const { t, i18n } = useTranslation();
  const action = (label: string, TheIcon: Icon, onClick: () => void, isDisabled: boolean, isOn?: boolean) => (
    <Tooltip label={label}>
      <ActionIcon
        size={44}
        variant={isOn ? "filled" : "default"}
        aria-label={label}
        disabled={isDisabled}
        onClick={onClick}
        {...(isOn === undefined ? {} : { "aria-pressed": isOn })}
      >
        <TheIcon size={20} stroke={ICON_STROKE} aria-hidden />
      </ActionIcon>
    </Tooltip>
  );
  return (
    <div className={classes.bar} role="toolbar" aria-label={t("counting.categoryBar")}>
      {result.categories.map(({ category, count }) => (
        <button
          key={category.id}
          type="button"
          className={classes.barCategory}
          aria-pressed={!isErasing && category.id === chosenId}
          onClick={() => onChoose(category)}
        >
          <span className="for-screen-readers">
            {t("counting.chooseCategory", { name: category.name, number: count, key: category.key })}
          </span>
          <MarkIcon {...category} />
          <span className={classes.barName} aria-hidden>
            {category.name}
          </span>
          <strong aria-hidden>{formatQuantity(count, i18n.language)}</strong>
          <kbd aria-hidden>{category.key}</kbd>
        </button>
      ))}
      <div className={classes.barActions}>
        {action(t("counting.countHere"), IconCrosshair, onHere, false)}
        {action(t("counting.eraser"), IconEraser, onErase, false, isErasing)}
        {action(t("counting.undo"), IconArrowBackUp, onUndo, !canUndo)}
        {action(t("counting.redo"), IconArrowForwardUp, onRedo, !canRedo)}
      </div>
    </div>
  );
}
