import { ActionIcon, NumberInput, Slider } from "@mantine/core";
import { COLOUR_VALUES, type ColourValue } from "@parfocal/core/item/colour-adjustment.ts";
import { IconArrowBackUp } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import classes from "./ColourPanel.module.css";

const ICON_SIZE_PX = 16;
const ICON_STROKE = 1.5;

interface ColourValueRowProps {
  readonly name: Exclude<ColourValue, "invert">;
  readonly value: number;
  readonly onChange: (value: number) => void;
}

/** One value: slider, number field, and reset button. */
export function ColourValueRow({ name, value, onChange }: ColourValueRowProps) {
  const { t } = useTranslation();
  const { min, max, neutral, unit } = COLOUR_VALUES[name];
  const label = t(`colour.${name}`);
  return (
    <div className={classes.value}>
      <span className={classes.name} aria-hidden>
        {label}
      </span>
      <Slider
        size="sm"
        color="var(--mantine-primary-color-4)"
        min={min}
        max={max}
        marks={[{ value: neutral }]}
        value={value}
        label={null}
        thumbLabel={label}
        onChange={onChange}
      />
      <NumberInput
        size="xs"
        hideControls
        aria-label={`${label} (${unit})`}
        min={min}
        max={max}
        allowDecimal={false}
        clampBehavior="blur"
        suffix={unit === "%" ? " %" : "°"}
        value={value}
        onChange={(next) => {
          if (typeof next === "number" && next >= min && next <= max) onChange(next);
        }}
      />
      <ActionIcon
        variant="subtle"
        color="gray"
        size={28}
        className={classes.reset}
        aria-label={t("colour.resetValue", { name: label })}
        title={t("colour.resetValue", { name: label })}
        disabled={value === neutral}
        onClick={() => onChange(neutral)}
      >
        <IconArrowBackUp size={ICON_SIZE_PX} stroke={ICON_STROKE} aria-hidden />
      </ActionIcon>
    </div>
  );
}
