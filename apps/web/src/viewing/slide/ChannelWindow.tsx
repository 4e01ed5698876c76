import { NumberInput, RangeSlider } from "@mantine/core";
import type { ChannelChoice } from "@parfocal/viewer/channels/channel-choice.ts";
import { histogramBars, largestSample, scaleEndFor } from "@parfocal/viewer/channels/histogram.ts";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import classes from "./ChannelPanel.module.css";

const BAR_COUNT = 128;
const BAR_HEIGHT = 40;

interface ChannelWindowProps {
  readonly name: string;
  readonly choice: ChannelChoice;
  readonly sampleBits: 8 | 16;
  /** Null: not known (yet). */
  readonly counts: Uint32Array | null;
  readonly onChange: (window: ChannelChoice["window"]) => void;
}

/** The range of sample values in which a channel is shown, beside their frequencies in the view. */
export function ChannelWindow({ name, choice, sampleBits, counts, onChange }: ChannelWindowProps) {
  const { t } = useTranslation();
  const { min, max } = choice.window;
  const largest = useMemo(() => (counts ? largestSample(counts) : 0), [counts]);
  const end = scaleEndFor([largest, Math.ceil(max)], sampleBits);
  const bars = useMemo(() => (counts ? histogramBars(counts, end, BAR_COUNT) : []), [counts, end]);
  const [black, full] = [t("slide.channelBlackOf", { name }), t("slide.channelFullOf", { name })];
  const change = (from: number, to: number): void => {
    const low = Math.min(end - 1, Math.max(0, Math.round(from)));
    onChange({ min: low, max: Math.min(2 ** sampleBits - 1, Math.max(low + 1, Math.round(to))) });
  };
  return (
    <div className={classes.window}>
      <svg
        className={classes.histogram}
        viewBox={`0 0 ${BAR_COUNT} ${BAR_HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={t("slide.channelHistogram")}
        style={{ color: choice.colour }}
      >
        <path
          d={bars
            .map((height, at) => `M${at} ${BAR_HEIGHT}v${-height * BAR_HEIGHT}h1v${height * BAR_HEIGHT}z`)
            .join("")}
        />
        <line x1={(min / end) * BAR_COUNT} x2={(max / end) * BAR_COUNT} y1={BAR_HEIGHT} y2={0} />
      </svg>
      <RangeSlider
        size="sm"
        color="var(--mantine-primary-color-4)"
        min={0}
        max={end}
        step={1}
        minRange={1}
        value={[min, max]}
        label={null}
        thumbFromLabel={black}
        thumbToLabel={full}
        onChange={([from, to]) => change(from, to)}
      />
      <div className={classes.numbers}>
        <NumberInput
          size="xs"
          hideControls
          label={t("slide.channelBlack")}
          aria-label={black}
          allowDecimal={false}
          min={0}
          max={max - 1}
          value={Math.round(min)}
          onChange={(value) => typeof value === "number" && change(value, max)}
        />
        <NumberInput
          size="xs"
          hideControls
          label={t("slide.channelFull")}
          aria-label={full}
          allowDecimal={false}
          max={2 ** sampleBits - 1}
          value={Math.round(max)}
          onChange={(value) => typeof value === "number" && value > min && change(min, value)}
        />
      </div>
    </div>
  );
}
