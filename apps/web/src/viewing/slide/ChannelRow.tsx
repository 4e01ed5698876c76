import { ActionIcon, Button, NumberInput, Slider, Switch, UnstyledButton } from "@mantine/core";
import type { ChannelChoice } from "@parfocal/viewer/channels/channel-choice.ts";
import { IconChevronDown, IconFocusCentered } from "@tabler/icons-react";
import { type MouseEvent, useId } from "react";
import { useTranslation } from "react-i18next";
import { ChannelColour } from "./ChannelColour.tsx";
import classes from "./ChannelPanel.module.css";
import { ChannelWindow } from "./ChannelWindow.tsx";
import { GAMMA_MAX, GAMMA_MIN } from "./channel-settings.ts";

const ICON_STROKE = 1.5;
const GAMMA_STEP = 0.05;

interface ChannelRowProps {
  readonly name: string;
  readonly choice: ChannelChoice;
  readonly sampleBits: 8 | 16;
  /** Histogram of the samples in view; null: not known (yet). */
  readonly counts: Uint32Array | null;
  readonly isOpen: boolean;
  readonly onToggle: () => void;
  readonly onChange: (change: Partial<ChannelChoice>) => void;
  readonly onSolo: () => void;
  readonly onAuto: () => void;
  readonly onReset: () => void;
}

/** One channel: colour, name, solo, visibility; when expanded, its display range. */
export function ChannelRow({
  name,
  choice,
  sampleBits,
  counts,
  isOpen,
  onToggle,
  onChange,
  onSolo,
  onAuto,
  onReset,
}: ChannelRowProps) {
  const { t } = useTranslation();
  const detailsId = useId();
  /** Alt+click anywhere on the heading shows only this channel. */
  const handleClick = (event: MouseEvent): void => {
    if (!event.altKey) return;
    event.preventDefault();
    event.stopPropagation();
    onSolo();
  };
  return (
    <li className={classes.row} data-shown={choice.isShown || undefined}>
      <div className={classes.heading} onClickCapture={handleClick}>
        <ChannelColour name={name} colour={choice.colour} onChange={(colour) => onChange({ colour })} />
        <UnstyledButton
          className={classes.name}
          aria-expanded={isOpen}
          aria-controls={detailsId}
          aria-label={t("slide.channelDetails", { name })}
          onClick={onToggle}
        >
          <span>{name}</span>
          <IconChevronDown size={16} stroke={ICON_STROKE} data-open={isOpen || undefined} aria-hidden />
        </UnstyledButton>
        <ActionIcon
          size={28}
          aria-label={t("slide.channelAlone", { name })}
          title={t("slide.channelAlone", { name })}
          onClick={onSolo}
        >
          <IconFocusCentered size={18} stroke={ICON_STROKE} aria-hidden />
        </ActionIcon>
        <Switch
          size="sm"
          aria-label={t("slide.showChannel", { name })}
          checked={choice.isShown}
          onChange={(event) => onChange({ isShown: event.currentTarget.checked })}
        />
      </div>
      <div id={detailsId} className={classes.details} hidden={!isOpen}>
        {isOpen && (
          <ChannelDetails
            name={name}
            choice={choice}
            sampleBits={sampleBits}
            counts={counts}
            onChange={onChange}
            onAuto={onAuto}
            onReset={onReset}
          />
        )}
      </div>
    </li>
  );
}

type ChannelDetailsProps = Pick<
  ChannelRowProps,
  "name" | "choice" | "sampleBits" | "counts" | "onChange" | "onAuto" | "onReset"
>;

/** Display range and gamma of a channel. */
function ChannelDetails({ name, choice, sampleBits, counts, onChange, onAuto, onReset }: ChannelDetailsProps) {
  const { t } = useTranslation();
  return (
    <>
      <ChannelWindow
        name={name}
        choice={choice}
        sampleBits={sampleBits}
        counts={counts}
        onChange={(window) => onChange({ window })}
      />
      <div className={classes.gamma}>
        <span aria-hidden>{t("slide.channelGamma")}</span>
        <Slider
          size="sm"
          color="var(--mantine-primary-color-4)"
          min={GAMMA_MIN}
          max={GAMMA_MAX}
          step={GAMMA_STEP}
          value={choice.gamma}
          label={null}
          thumbLabel={t("slide.channelGammaOf", { name })}
          onChange={(gamma) => onChange({ gamma })}
        />
        <NumberInput
          size="xs"
          hideControls
          aria-label={t("slide.channelGammaOf", { name })}
          min={GAMMA_MIN}
          max={GAMMA_MAX}
          decimalScale={2}
          clampBehavior="strict"
          value={choice.gamma}
          onChange={(gamma) => {
            if (typeof gamma === "number" && gamma >= GAMMA_MIN) onChange({ gamma });
          }}
        />
      </div>
      <div className={classes.buttons}>
        <Button
          size="compact-sm"
          variant="default"
          title={t("slide.channelAutoHint")}
          disabled={counts === null}
          onClick={onAuto}
        >
          {t("slide.channelAuto")}
        </Button>
        <Button size="compact-sm" variant="default" title={t("slide.channelResetHint")} onClick={onReset}>
          {t("slide.channelReset")}
        </Button>
      </div>
    </>
  );
}
