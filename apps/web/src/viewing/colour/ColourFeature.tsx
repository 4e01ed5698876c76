/** Panel for adjusting the slide's colours. Source: spec part 1, section 4, "Colour adjustment". */
import { Button, Switch } from "@mantine/core";
import { COLOUR_VALUES, isNeutral, NEUTRAL_COLOUR } from "@parfocal/core/item/colour-adjustment.ts";
import { type KeyboardEvent, useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { useSharedLink } from "#platform/shared-link.ts";
import type { SlideFeatureProps } from "#slide-feature/slide-feature-props.ts";
import { panelKeyOf } from "#ui/panel-keys.ts";
import { SlidePanel } from "#ui/SlidePanel.tsx";
import classes from "./ColourPanel.module.css";
import { ColourPresets } from "./ColourPresets.tsx";
import { ColourValueRow } from "./ColourValueRow.tsx";
import { CompareButton } from "./CompareButton.tsx";
import { useColourPresets } from "./colour.api.ts";
import { useViewerColour } from "./useViewerColour.ts";

const SLIDERS = ["brightness", "contrast", "saturation", "hueRotation"] as const;
const RESET_KEY = "0";
const COMPARE_KEY = "C";

export function ColourFeature({ viewer, image, isOpen, onClose }: SlideFeatureProps) {
  const { t } = useTranslation();
  const colour = useViewerColour(viewer);
  // A share link opens the slide in the link's colours, not the site's presets.
  const hasPresets = useSharedLink() === null;
  const presets = useColourPresets(image.id, isOpen && hasPresets);
  const panel = useRef<HTMLDivElement>(null);
  const isKeyPressed = useRef(false);
  useEffect(() => {
    if (isOpen) panel.current?.focus({ preventScroll: true });
    else viewer.setColourSuspended(false);
  }, [isOpen, viewer]);
  if (!isOpen) return null;

  /** The button beside it can be held independently; releasing the key must not release it. */
  function compareByKey(isPressed: boolean): void {
    if (isPressed || isKeyPressed.current) viewer.setColourSuspended(isPressed);
    isKeyPressed.current = isPressed;
  }

  /** Keys of this panel, active while the focus is in it. */
  function handleKeyDown(event: KeyboardEvent): void {
    const key = panelKeyOf(event);
    const preset = presets.data?.[Number(key) - 1];
    if (key === COMPARE_KEY) compareByKey(true);
    else if (key === RESET_KEY) viewer.setColour(NEUTRAL_COLOUR);
    else if (preset && Number(key) <= 9) viewer.setColour(preset.colour);
    else return;
    event.preventDefault();
  }

  return (
    <SlidePanel
      title={t("colour.title")}
      onClose={onClose}
      footer={
        <>
          <Button
            size="compact-sm"
            variant="default"
            title={t("colour.resetAllHint")}
            disabled={isNeutral(colour)}
            onClick={() => viewer.setColour(NEUTRAL_COLOUR)}
          >
            {t("colour.resetAll")}
          </Button>
          <CompareButton isDisabled={isNeutral(colour)} onCompare={viewer.setColourSuspended} />
        </>
      }
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: its keys are those of the panel, each with a button of its own */}
      <div
        ref={panel}
        tabIndex={-1}
        className={classes.panel}
        onKeyDown={handleKeyDown}
        onKeyUp={() => compareByKey(false)}
        onBlur={() => compareByKey(false)}
      >
        {SLIDERS.map((name) => (
          <ColourValueRow
            key={name}
            name={name}
            value={colour[name]}
            onChange={(value) => viewer.setColour({ ...viewer.getColour(), [name]: value })}
          />
        ))}
        <Switch
          size="sm"
          className={classes.invert}
          label={t("colour.invert")}
          checked={colour.invert > COLOUR_VALUES.invert.neutral}
          onChange={(event) => {
            const invert = event.currentTarget.checked ? COLOUR_VALUES.invert.max : COLOUR_VALUES.invert.neutral;
            viewer.setColour({ ...viewer.getColour(), invert });
          }}
        />
        {hasPresets && <ColourPresets image={image} presets={presets} colour={colour} onApply={viewer.setColour} />}
        <p className={classes.hint}>{t("colour.keys")}</p>
      </div>
    </SlidePanel>
  );
}
