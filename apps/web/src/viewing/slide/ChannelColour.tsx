import { ColorPicker, ColorSwatch, Popover, UnstyledButton } from "@mantine/core";
import { useTranslation } from "react-i18next";
import classes from "./ChannelPanel.module.css";
import { CHANNEL_COLOURS } from "./channel-settings.ts";

const SWATCHES_PER_ROW = 6;
const HEX = /^#[0-9a-f]{6}$/;

interface ChannelColourProps {
  readonly name: string;
  readonly colour: string;
  readonly onChange: (colour: string) => void;
}

/** The colour of a channel, with its palette. */
export function ChannelColour({ name, colour, onChange }: ChannelColourProps) {
  const { t } = useTranslation();
  const label = t("slide.channelColour", { name });
  return (
    <Popover position="bottom-start" withinPortal trapFocus returnFocus shadow="md">
      <Popover.Target>
        <UnstyledButton className={classes.swatch} aria-label={label} title={label}>
          <ColorSwatch component="span" color={colour} size={20} radius="sm" />
        </UnstyledButton>
      </Popover.Target>
      <Popover.Dropdown aria-label={label}>
        <ColorPicker
          format="hex"
          size="sm"
          value={colour}
          saturationLabel={t("slide.customColour")}
          hueLabel={t("slide.customColour")}
          swatchesPerRow={SWATCHES_PER_ROW}
          swatches={[...CHANNEL_COLOURS]}
          onChange={(next) => HEX.test(next) && onChange(next)}
        />
      </Popover.Dropdown>
    </Popover>
  );
}
