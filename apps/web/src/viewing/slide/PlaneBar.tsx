/** Focus and time of a slide that has several planes. */
import { ActionIcon, Slider } from "@mantine/core";
import { depthFromMiddleUm } from "@parfocal/viewer/planes/plane.ts";
import type { SlidePlanes } from "@parfocal/viewer/slide-description.ts";
import type { SlideViewer } from "@parfocal/viewer/slide-viewer.ts";
import { IconMinus, IconPlayerPause, IconPlayerPlay, IconPlus } from "@tabler/icons-react";
import { type ReactNode, useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import classes from "./PlaneBar.module.css";
import { micrometresFromMiddleText } from "./slide-numbers.ts";
import { usePlayTime } from "./usePlayTime.ts";

const ICON_STROKE = 1.5;

interface PlaneBarProps {
  readonly viewer: SlideViewer;
  readonly planes: SlidePlanes;
}

export function PlaneBar({ viewer, planes }: PlaneBarProps) {
  const [plane, setPlane] = useState(() => viewer.getPlane());
  useEffect(() => {
    setPlane(viewer.getPlane());
    return viewer.on("plane", setPlane);
  }, [viewer]);
  return (
    <div className={classes.bar}>
      {planes.depths > 1 && <FocusControl viewer={viewer} planes={planes} depth={plane.depth} />}
      {planes.times > 1 && <TimeControl viewer={viewer} planes={planes} time={plane.time} />}
    </div>
  );
}

function FocusControl({ viewer, planes, depth }: PlaneBarProps & { readonly depth: number }) {
  const { t, i18n } = useTranslation();
  const { depths } = planes;
  const fromMiddleUm = depthFromMiddleUm(planes, depth);
  const place = { place: depth + 1, count: depths };
  const text =
    fromMiddleUm === null
      ? t("slide.focusPlace", place)
      : t("slide.focusPlaceUm", { ...place, um: micrometresFromMiddleText(i18n.language, fromMiddleUm) });
  const step = (by: number) => viewer.setPlane({ depth: depth + by });
  return (
    <PlaneControl
      label={t("slide.focus")}
      text={text}
      count={depths}
      value={depth}
      onChange={(next) => viewer.setPlane({ depth: next })}
      before={
        <ActionIcon size={32} aria-label={t("slide.focusDown")} disabled={depth === 0} onClick={() => step(-1)}>
          <IconMinus size={18} stroke={ICON_STROKE} aria-hidden />
        </ActionIcon>
      }
      after={
        <ActionIcon size={32} aria-label={t("slide.focusUp")} disabled={depth === depths - 1} onClick={() => step(1)}>
          <IconPlus size={18} stroke={ICON_STROKE} aria-hidden />
        </ActionIcon>
      }
    />
  );
}

function TimeControl({ viewer, planes, time }: PlaneBarProps & { readonly time: number }) {
  const { t } = useTranslation();
  const { isPlaying, setPlaying } = usePlayTime(viewer, planes.times);
  const PlayIcon = isPlaying ? IconPlayerPause : IconPlayerPlay;
  return (
    <PlaneControl
      label={t("slide.time")}
      text={t("slide.timePlace", { place: time + 1, count: planes.times })}
      count={planes.times}
      value={time}
      onChange={(next) => {
        setPlaying(false);
        viewer.setPlane({ time: next });
      }}
      before={
        <ActionIcon
          size={32}
          aria-label={isPlaying ? t("slide.pauseTime") : t("slide.playTime")}
          onClick={() => setPlaying(!isPlaying)}
        >
          <PlayIcon size={18} stroke={ICON_STROKE} aria-hidden />
        </ActionIcon>
      }
      after={null}
    />
  );
}

interface PlaneControlProps {
  readonly label: string;
  /** Current position. */
  readonly text: string;
  readonly count: number;
  readonly value: number;
  readonly onChange: (value: number) => void;
  readonly before: ReactNode;
  readonly after: ReactNode;
}

function PlaneControl({ label, text, count, value, onChange, before, after }: PlaneControlProps) {
  return (
    <fieldset className={classes.control} aria-label={label}>
      <span className={classes.label} aria-hidden>
        {label}
      </span>
      {before}
      <Slider
        className={classes.slider}
        size="sm"
        color="var(--mantine-primary-color-4)"
        min={0}
        max={count - 1}
        step={1}
        value={value}
        label={null}
        thumbLabel={label}
        thumbProps={{ "aria-valuetext": text }}
        onChange={onChange}
      />
      {after}
      <output className={classes.value}>{text}</output>
    </fieldset>
  );
}
