/** Grid settings, also for the containers of a case. */
import { NumberInput, Select, Switch } from "@mantine/core";
import {
  GRID_CELL_MAX_MM,
  GRID_CELL_MIN_MM,
  GRID_COLOR_NAMES,
  GRID_COLORS,
  type GridSettings,
  isGridCellAllowed,
} from "@parfocal/core/grid/grid-settings.ts";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import classes from "./Grid.module.css";

const CELL_STEP_MM = 0.05;
const CELL_DECIMALS = 3;

interface GridSettingsFormProps {
  readonly settings: GridSettings;
  readonly onChange: (change: Partial<GridSettings>) => void;
  /** The middle of the view, where a grid is fixed. */
  readonly getViewCenter: () => readonly [x: number, y: number];
  readonly areNamesShown: boolean;
  readonly onNamesChange: (areShown: boolean) => void;
}

export function GridSettingsForm({
  settings,
  onChange,
  getViewCenter,
  areNamesShown,
  onNamesChange,
}: GridSettingsFormProps) {
  const { t, i18n } = useTranslation();
  const [isSizeWrong, setSizeWrong] = useState(false);
  const handleSize = (value: number | string): void => {
    const cellSizeMm = typeof value === "number" ? value : Number.NaN;
    setSizeWrong(!isGridCellAllowed(cellSizeMm));
    onChange({ cellSizeMm });
  };
  return (
    <div className={classes.form}>
      <Switch
        label={t("grid.show")}
        checked={settings.isEnabled}
        onChange={(event) => onChange({ isEnabled: event.currentTarget.checked })}
      />
      <NumberInput
        label={t("grid.cellSize")}
        description={t("grid.cellSizeHint")}
        error={isSizeWrong && t("grid.cellSizeWrong")}
        defaultValue={settings.cellSizeMm}
        onChange={handleSize}
        min={GRID_CELL_MIN_MM}
        max={GRID_CELL_MAX_MM}
        step={CELL_STEP_MM}
        decimalScale={CELL_DECIMALS}
        decimalSeparator={i18n.language.startsWith("de") ? "," : "."}
        clampBehavior="none"
      />
      <Select
        label={t("grid.color")}
        data={GRID_COLOR_NAMES.map((value) => ({ value, label: t(`grid.color_${value}`) }))}
        value={settings.color}
        allowDeselect={false}
        leftSection={<span className={classes.swatch} style={{ background: GRID_COLORS[settings.color] }} />}
        onChange={(value) => {
          const color = GRID_COLOR_NAMES.find((name) => name === value);
          if (color) onChange({ color });
        }}
      />
      <Switch
        label={t("grid.fix")}
        description={t("grid.fixHint")}
        checked={settings.isFixed}
        onChange={(event) =>
          onChange(event.currentTarget.checked ? { isFixed: true, center: getViewCenter() } : { isFixed: false })
        }
      />
      <Switch
        label={t("grid.names")}
        checked={areNamesShown}
        onChange={(event) => onNamesChange(event.currentTarget.checked)}
      />
    </div>
  );
}
