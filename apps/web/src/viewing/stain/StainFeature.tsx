/** Panel of the stain lab: visible stains and their colours. */
import { ActionIcon, Button, NativeSelect, Switch } from "@mantine/core";
import type { Rgb } from "@parfocal/core/colour/apply-colour.ts";
import { STAIN_SET_NAMES } from "@parfocal/core/stain/stain-sets.ts";
import { showsAllStains, stainSettingsOf } from "@parfocal/core/stain/stain-settings.ts";
import { IconColorPicker } from "@tabler/icons-react";
import { type KeyboardEvent, useEffect, useId, useRef } from "react";
import { useTranslation } from "react-i18next";
import type { SlideFeatureProps } from "#slide-feature/slide-feature-props.ts";
import { panelKeyOf } from "#ui/panel-keys.ts";
import { SlidePanel } from "#ui/SlidePanel.tsx";
import classes from "./StainPanel.module.css";
import { StainPicking } from "./StainPicking.tsx";
import { StainRow } from "./StainRow.tsx";
import { isCalibrated, STAIN_PLACES, withAll, withAlone, withoutPicked } from "./stain-settings.ts";
import { useStainLab } from "./useStainLab.ts";

const ICON_SIZE_PX = 18;
const ICON_STROKE = 1.5;
const ALL_KEY = "0";

export function StainFeature({ viewer, image, isOpen, onClose }: SlideFeatureProps) {
  const { t } = useTranslation();
  const listId = useId();
  const control = useStainLab(viewer, image.id, isOpen);
  const { look, change, picking, pick } = control;
  const panel = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isOpen) panel.current?.focus({ preventScroll: true });
  }, [isOpen]);
  if (!isOpen) return null;

  /** Keys of this panel, active while the focus is in it. */
  function handleKeyDown(event: KeyboardEvent): void {
    const key = panelKeyOf(event);
    const place = STAIN_PLACES.find((at) => key === String(at + 1));
    if (key === ALL_KEY) change(withAll(look));
    else if (place !== undefined) change(withAlone(look, place));
    else return;
    event.preventDefault();
  }

  return (
    <SlidePanel
      title={t("stain.title")}
      onClose={onClose}
      footer={
        <>
          <Button
            size="compact-sm"
            variant="default"
            disabled={showsAllStains(look)}
            onClick={() => change(withAll(look))}
          >
            {t("stain.all")}
          </Button>
          <Button
            size="compact-sm"
            variant="default"
            title={t("stain.resetColoursHint")}
            disabled={!isCalibrated(look)}
            onClick={() => change(withoutPicked(look))}
          >
            {t("stain.resetColours")}
          </Button>
        </>
      }
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: its keys are those of the panel, each with a button of its own */}
      <div ref={panel} tabIndex={-1} className={classes.panel} onKeyDown={handleKeyDown}>
        <NativeSelect
          size="sm"
          label={t("stain.set")}
          value={look.set}
          data={STAIN_SET_NAMES.map((set) => ({ value: set, label: t(`stain.set_${set}`) }))}
          onChange={(event) => {
            const set = STAIN_SET_NAMES.find((name) => name === event.currentTarget.value);
            if (set) change({ ...stainSettingsOf(set), background: look.background, isGrey: look.isGrey });
          }}
        />
        <h3 id={listId}>{t("stain.shown")}</h3>
        <ul className={classes.list} aria-labelledby={listId}>
          {STAIN_PLACES.map((place) => (
            <StainRow
              key={place}
              look={look}
              place={place}
              isPicking={picking === place}
              onChange={change}
              onPick={() => pick(picking === place ? null : place)}
            />
          ))}
        </ul>
        <Switch
          size="sm"
          label={t("stain.grey")}
          checked={look.isGrey}
          onChange={(event) => change({ ...look, isGrey: event.currentTarget.checked })}
        />
        <h3>{t("stain.calibrate")}</h3>
        <p className={classes.hint}>{t("stain.calibrateHint")}</p>
        <BackgroundRow
          background={look.background}
          isPicking={picking === "background"}
          onPick={() => pick(picking === "background" ? null : "background")}
        />
        <StainPicking control={control} />
        <p className={classes.hint}>{t("stain.keys")}</p>
        <p className={classes.hint}>{t("stain.source")}</p>
      </div>
    </SlidePanel>
  );
}

interface BackgroundRowProps {
  readonly background: Rgb;
  readonly isPicking: boolean;
  readonly onPick: () => void;
}

/** Colour of the background, with a button to pick it on the slide. */
function BackgroundRow({ background, isPicking, onPick }: BackgroundRowProps) {
  const { t } = useTranslation();
  return (
    <div className={classes.background}>
      <span className={classes.swatch} style={{ background: `rgb(${background.join(" ")})` }} aria-hidden />
      <span className={classes.name}>{t("stain.background")}</span>
      <ActionIcon
        variant={isPicking ? "filled" : "subtle"}
        color="gray"
        size={32}
        aria-label={t("stain.pickBackground")}
        title={t("stain.pickBackground")}
        aria-pressed={isPicking}
        onClick={onPick}
      >
        <IconColorPicker size={ICON_SIZE_PX} stroke={ICON_STROKE} aria-hidden />
      </ActionIcon>
    </div>
  );
}
