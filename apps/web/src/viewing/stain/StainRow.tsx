import { ActionIcon, Switch } from "@mantine/core";
import { lightOf } from "@parfocal/core/stain/separate-stains.ts";
import type { StainSettings } from "@parfocal/core/stain/stain-settings.ts";
import { IconColorPicker, IconFocusCentered } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import classes from "./StainPanel.module.css";
import { isAlone, type StainPlace, stainNames, withAlone, withShown } from "./stain-settings.ts";

const ICON_SIZE_PX = 18;
const ICON_STROKE = 1.5;
/** Concentration of the stain in its swatch. */
const SWATCH_DENSITY = 0.6;

interface StainRowProps {
  readonly look: StainSettings;
  readonly place: StainPlace;
  readonly isPicking: boolean;
  readonly onChange: (look: StainSettings) => void;
  readonly onPick: () => void;
}

/** One stain: colour, solo, visibility, picking on the slide. */
export function StainRow({ look, place, isPicking, onChange, onPick }: StainRowProps) {
  const { t } = useTranslation();
  const stain = stainNames(look)[place];
  const name = t(`stain.${stain}`);
  const isShown = look.shown[place];
  return (
    <li className={classes.row}>
      <span className={classes.swatch} style={{ background: swatchOf(look, place) }} aria-hidden />
      <span className={classes.name}>{name}</span>
      {stain !== "residual" && (
        <ActionIcon
          variant={isPicking ? "filled" : "subtle"}
          color="gray"
          size={32}
          aria-label={t("stain.pick", { name })}
          title={t("stain.pick", { name })}
          aria-pressed={isPicking}
          onClick={onPick}
        >
          <IconColorPicker size={ICON_SIZE_PX} stroke={ICON_STROKE} aria-hidden />
        </ActionIcon>
      )}
      <ActionIcon
        variant={isAlone(look, place) ? "filled" : "subtle"}
        color="gray"
        size={32}
        aria-label={t("stain.alone", { name })}
        title={t("stain.alone", { name })}
        aria-pressed={isAlone(look, place)}
        onClick={() => onChange(withAlone(look, place))}
      >
        <IconFocusCentered size={ICON_SIZE_PX} stroke={ICON_STROKE} aria-hidden />
      </ActionIcon>
      <Switch
        size="sm"
        aria-label={t("stain.show", { name })}
        checked={isShown}
        onChange={(event) => onChange(withShown(look, place, event.currentTarget.checked))}
      />
    </li>
  );
}

/** The residual has no colour of its own. */
function swatchOf(look: StainSettings, place: StainPlace): string {
  if (place >= look.vectors.length) return "#8a8a8a";
  const amounts = [0, 1, 2].map((at) => (at === place ? SWATCH_DENSITY : 0));
  const light = lightOf([amounts[0] ?? 0, amounts[1] ?? 0, amounts[2] ?? 0], look) ?? [128, 128, 128];
  return `rgb(${light.join(" ")})`;
}
