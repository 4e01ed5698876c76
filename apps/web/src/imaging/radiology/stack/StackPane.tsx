/** One series: its image with overlays, and the slider below. */
import { Button, Loader } from "@mantine/core";
import type { RadiologySeries } from "@parfocal/core/radiology/radiology.contract.ts";
import { IconPlayerPause, IconPlayerPlay } from "@tabler/icons-react";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useSession } from "#platform/session.tsx";
import { formatQuantity } from "#ui/quantity-text.ts";
import { ToolButton } from "#ui/ToolButton.tsx";
import { useLatest } from "#ui/useLatest.ts";
import { LengthLines } from "./LengthLines.tsx";
import { useLengthLines } from "./length-lines.ts";
import { openStack } from "./open-stack.ts";
import styles from "./StackPane.module.css";
import type { EdgeLetters, ScreenPoint, Stack, StackViewState } from "./stack.ts";
import { framesOf } from "./stack-frames.ts";
import { attachGestures } from "./stack-gestures.ts";
import type { StackTool } from "./stack-tools.ts";
import { SPEEDS_PER_S, usePlay } from "./usePlay.ts";
import { useStackViewState } from "./useStackViewState.ts";

const MIN_LINE_PX = 4;
const EDGES: readonly (keyof EdgeLetters)[] = ["top", "right", "bottom", "left"];

/** Operations for the component around it. */
export interface StackHandle {
  readonly stack: Stack;
  readonly addLine: () => void;
  readonly togglePlay: () => void;
}

interface StackPaneProps {
  readonly series: RadiologySeries;
  readonly instanceUrl: string;
  readonly label: string;
  readonly tool: StackTool;
  /** Whether the tools apply to it, if there are several. */
  readonly isActive: boolean;
  readonly onActivate: () => void;
  /** Must be stable. Null: unmounted. */
  readonly onHandle: (handle: StackHandle | null) => void;
}

export function StackPane({ series, instanceUrl, label, tool, isActive, onActivate, onHandle }: StackPaneProps) {
  const { t } = useTranslation();
  const element = useRef<HTMLDivElement>(null);
  const surface = useRef<HTMLDivElement>(null);
  const [stack, setStack] = useState<Stack | null>(null);
  const look = useStackViewState(stack);
  const play = usePlay(stack);
  const { site, user } = useSession();
  const lengths = useLengthLines(`${site.id}-${user?.id ?? 0}-${instanceUrl}-${series.number}`);
  const [drawn, setDrawn] = useState<{ from: ScreenPoint; to: ScreenPoint } | null>(null);
  const latest = useLatest({ tool, lengths, play });

  useEffect(() => {
    if (!element.current || !surface.current) return;
    const frames = framesOf(series, instanceUrl);
    const opened = openStack(element.current, {
      frames,
      // The middle image of a study is more informative than the first; a film starts at its beginning.
      index: series.instanceCount > 1 ? Math.floor((frames.length - 1) / 2) : 0,
      pixels: series.rows * series.columns,
      spacingMm: series.pixelSpacingMm,
    });
    const keepLine = (from: ScreenPoint, to: ScreenPoint): void => {
      const frame = opened.look().shownIndex;
      const ends = [opened.toPicture(from), opened.toPicture(to)] as const;
      const isLongEnough = Math.hypot(to[0] - from[0], to[1] - from[1]) >= MIN_LINE_PX;
      if (frame !== null && ends[0] && ends[1] && isLongEnough)
        latest.current.lengths.add({ frame, from: ends[0], to: ends[1] });
    };
    const detach = attachGestures(surface.current, {
      stack: opened,
      tool: () => latest.current.tool,
      onLine(from, to, isDone) {
        setDrawn(isDone ? null : { from, to });
        if (isDone) keepLine(from, to);
      },
      onLineGivenUp: () => setDrawn(null),
    });
    setStack(opened);
    onHandle({
      stack: opened,
      addLine() {
        const { clientWidth, clientHeight } = element.current ?? { clientWidth: 0, clientHeight: 0 };
        const middle = clientHeight / 2;
        keepLine([clientWidth * 0.4, middle], [clientWidth * 0.6, middle]);
      },
      togglePlay: () => latest.current.play.setPlaying(!latest.current.play.isPlaying),
    });
    return () => {
      onHandle(null);
      detach();
      setStack(null);
      opened.close();
    };
  }, [series, instanceUrl, onHandle]);

  const place = { place: (look?.index ?? 0) + 1, count: look?.count ?? 1 };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the image within it takes the focus; this only tracks it
    <div className={styles.pane} data-active={isActive || undefined} onFocus={onActivate} onPointerDown={onActivate}>
      <div
        ref={surface}
        className={styles.surface}
        data-tool={tool}
        role="application"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: keys scroll through the images here
        tabIndex={0}
        aria-label={t("radiology.pictureLabel", { ...place, name: label })}
        aria-keyshortcuts="ArrowUp ArrowDown PageUp PageDown Home End"
        data-stack={look?.state}
        data-index={look?.shownIndex ?? undefined}
      >
        <div ref={element} className={styles.canvas} />
        {stack && look && <Overlay look={look} label={label} />}
        {stack && look && look.shownIndex !== null && (
          <LengthLines
            stack={stack}
            look={look}
            lines={lengths.lines}
            drawn={drawn}
            onMoveEnd={lengths.moveEnd}
            onRemove={lengths.remove}
          />
        )}
        {look && <LoadingState look={look} onRetry={() => void stack?.goTo(look.index)} />}
      </div>
      {look && look.count > 1 && stack && <StackBar stack={stack} look={look} play={play} />}
    </div>
  );
}

function Overlay({ look, label }: { readonly look: StackViewState; readonly label: string }) {
  const { t, i18n } = useTranslation();
  const { letters, window, zoom, index, count } = look;
  const whole = (value: number): string => formatQuantity(value, i18n.language, { maximumFractionDigits: 0 });
  return (
    <div className={styles.overlay} aria-hidden>
      <span className={styles.topLeft}>{label}</span>
      <span className={styles.topRight}>{t("radiology.place", { place: index + 1, count })}</span>
      <span className={styles.bottomLeft}>
        {window && (
          <>
            {t("radiology.windowValues", { width: whole(window.width), center: whole(window.center) })}
            {" · "}
          </>
        )}
        {t("radiology.zoomValue", { zoom: zoomText(zoom, i18n.language) })}
      </span>
      {letters &&
        EDGES.map((edge) => (
          <span key={edge} className={styles.letter} data-edge={edge}>
            {letters[edge]}
          </span>
        ))}
    </div>
  );
}

function zoomText(zoom: number, language: string): string {
  return formatQuantity(zoom, language, { style: "percent", maximumFractionDigits: 0 });
}

function LoadingState({ look, onRetry }: { readonly look: StackViewState; readonly onRetry: () => void }) {
  const { t } = useTranslation();
  if (look.state === "failed") {
    return (
      <div className={styles.state} role="alert">
        <p>{t("radiology.pictureFailed")}</p>
        <Button onClick={onRetry}>{t("radiology.tryAgain")}</Button>
      </div>
    );
  }
  if (look.state !== "loading") return null;
  return (
    <div className={styles.state} data-quiet={look.shownIndex !== null || undefined} role="status">
      <Loader size="sm" color="gray.4" aria-hidden />
      <p>{t("radiology.pictureLoading")}</p>
    </div>
  );
}

interface StackBarProps {
  readonly stack: Stack;
  readonly look: StackViewState;
  readonly play: ReturnType<typeof usePlay>;
}

function StackBar({ stack, look, play }: StackBarProps) {
  const { t } = useTranslation();
  const { index, count, loadedCount, requestedCount } = look;
  const place = t("radiology.place", { place: index + 1, count });
  const { isPlaying, setPlaying, perSecond, setPerSecond } = play;
  return (
    <div className={styles.bar}>
      <ToolButton
        icon={isPlaying ? IconPlayerPause : IconPlayerPlay}
        label={isPlaying ? t("radiology.pause") : t("radiology.play")}
        shortcut="Space"
        shortcutName={t("ui.keySpace")}
        tooltipPosition="top"
        onClick={() => setPlaying(!isPlaying)}
      />
      <div className={styles.way}>
        <input
          type="range"
          className={styles.range}
          min={0}
          max={count - 1}
          step={1}
          value={index}
          aria-label={t("radiology.picture")}
          aria-valuetext={place}
          onChange={(event) => {
            setPlaying(false);
            void stack.goTo(Number(event.currentTarget.value));
          }}
        />
        {loadedCount < requestedCount && (
          <progress
            className={styles.loaded}
            max={requestedCount}
            value={loadedCount}
            aria-label={t("radiology.loaded", { loaded: loadedCount, count: requestedCount })}
          />
        )}
      </div>
      <output className={styles.place}>{place}</output>
      <select
        className={styles.select}
        aria-label={t("radiology.speed")}
        value={perSecond}
        onChange={(event) => setPerSecond(Number(event.currentTarget.value))}
      >
        {SPEEDS_PER_S.map((speed) => (
          <option key={speed} value={speed}>
            {t("radiology.perSecond", { speed })}
          </option>
        ))}
      </select>
    </div>
  );
}
