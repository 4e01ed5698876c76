/** Measuring on the slide page: one panel for lengths and one for areas, which share their measurements. */
import { Button, Checkbox } from "@mantine/core";
import { canMeasure } from "@parfocal/core/measuring/can-measure.ts";
import type { MeasuringMode } from "@parfocal/core/measuring/measured-shape.ts";
import type { Measuring } from "@parfocal/viewer/measuring/create-measuring.ts";
import type { MeasuringState } from "@parfocal/viewer/measuring/measuring-state.ts";
import type { SlideViewer } from "@parfocal/viewer/slide-viewer.ts";
import { useEffect, useState, useSyncExternalStore } from "react";
import { useTranslation } from "react-i18next";
import type { AnnotationFeatureProps } from "#annotation/annotation-feature-props.ts";
import { SlidePanel } from "#ui/SlidePanel.tsx";
import { useIsTouch } from "#ui/touch.ts";
import { useLatest } from "#ui/useLatest.ts";
import { keepMeasurement } from "./keep-measurement.ts";
import { MeasurementList } from "./MeasurementList.tsx";
import classes from "./Measuring.module.css";
import { valueText } from "./measurement-lines.ts";
import { measuringOf } from "./measuring-of.ts";
import { useMeasuringKeys } from "./useMeasuringKeys.ts";

export function LengthFeature(props: AnnotationFeatureProps) {
  return props.isOpen ? <MeasuringPanel {...props} mode="length" /> : null;
}

export function AreaFeature(props: AnnotationFeatureProps) {
  return props.isOpen ? <MeasuringPanel {...props} mode="area" /> : null;
}

interface MeasuringPanelProps extends AnnotationFeatureProps {
  readonly mode: MeasuringMode;
}

const HINTS = { length: "hintLength", area: "hintArea" } as const satisfies Record<MeasuringMode, string>;
const TITLES = { length: "lengthTitle", area: "areaTitle" } as const satisfies Record<MeasuringMode, string>;

function MeasuringPanel({ mode, viewer, image, board, annotator, onClose }: MeasuringPanelProps) {
  const { t } = useTranslation();
  const [isFreehand, setFreehand] = useState(false);
  const isTouch = useIsTouch();
  const measuring = measuringOf(viewer);
  const state = useSyncExternalStore(measuring.onChange, measuring.state);
  // The slide page shows the scale bar of each slide that has a pixel size.
  const hasPixelSize = (image.slideInformation.micronsPerPixel ?? 0) > 0;
  const isPossible = canMeasure({ hasPixelSize, isScaleBarShown: hasPixelSize, isBound: image.isBound });
  const isAnnotating = annotator.state.mode !== "off";
  const isActive = isPossible && !isAnnotating;
  const perimeter = t("measuring.perimeter");
  const close = useLatest(onClose);

  useEffect(() => measuring.setTexts({ perimeter }), [measuring, perimeter]);
  useEffect(() => {
    if (!isActive) return;
    measuring.start(mode, { isFreehand, onEnd: () => close.current() });
    return () => measuring.stop();
  }, [measuring, isActive, mode, isFreehand]);
  useEffect(() => {
    if (isActive) viewer.focus();
  }, [viewer, isActive]);
  const canKeep = image.userCanAnnotate && board.outbox !== null && !isAnnotating;
  const keep = (id?: number): void => keepMeasurement(measuring, annotator, id);
  const handleKeys = useMeasuringKeys(viewer, { measuring, keep: canKeep ? keep : null });

  // Once something is measured, the slide needs the space: the panel shrinks to one line until it is expanded.
  const [isFolded, setFolded] = useState(false);
  const { hasStarted } = state;
  useEffect(() => {
    if (hasStarted) setFolded(true);
  }, [hasStarted]);
  return (
    <SlidePanel
      title={t(`measuring.${TITLES[mode]}`)}
      onClose={onClose}
      line={isActive && <MeasuringLine measuring={measuring} state={state} viewer={viewer} />}
      isFolded={isFolded && isActive}
      onFold={setFolded}
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: keys of its contents, as on the slide */}
      <div onKeyDown={handleKeys}>
        {!isPossible && (
          <p className={classes.problem} role="alert">
            {t(hasPixelSize ? "measuring.isBound" : "measuring.noPixelSize")}
          </p>
        )}
        {isPossible && isAnnotating && <p className={classes.problem}>{t("measuring.whileAnnotating")}</p>}
        {isActive && (
          <>
            <p className={classes.hint} data-for="mouse">
              {t(`measuring.${isFreehand ? "hintFreehand" : HINTS[mode]}`)}
            </p>
            <p className={classes.hint} data-for="touch">
              {t(`measuring.${isFreehand ? "hintFreehand" : "hintTouch"}`)}
            </p>
            <Checkbox
              label={t(isTouch ? "measuring.freehandTouch" : "measuring.freehand")}
              checked={isFreehand}
              onChange={(event) => setFreehand(event.currentTarget.checked)}
            />
            {!isFolded && <MeasuredNow state={state} />}
            <RunningButtons measuring={measuring} state={state} viewer={viewer} />
          </>
        )}
        {isPossible && (
          <MeasurementList measuring={measuring} state={state} viewer={viewer} onKeep={canKeep ? keep : null} />
        )}
      </div>
    </SlidePanel>
  );
}

interface RunningButtonsProps {
  readonly measuring: Measuring;
  readonly state: MeasuringState;
  readonly viewer: SlideViewer;
}

/** The current measurement, updated as it grows; else the last one. */
function MeasuredNow({ state }: Pick<RunningButtonsProps, "state">) {
  const { t, i18n } = useTranslation();
  const announce = (key: "running" | "measured", { measured }: { measured: NonNullable<MeasuringState["running"]> }) =>
    t(`measuring.${key}`, { value: valueText(measured, t("measuring.perimeter"), i18n.language) });
  const last = state.taken.at(-1);
  return (
    <p className={classes.running} role="status" aria-live="polite">
      {state.running && announce("running", { measured: state.running })}
      {!state.hasStarted && last && announce("measured", last)}
    </p>
  );
}

/** While measuring: the value, and buttons for actions that have no touch gesture. */
function MeasuringLine({ measuring, state, viewer }: RunningButtonsProps) {
  const { t } = useTranslation();
  const act = (action: () => void) => () => {
    action();
    viewer.focus();
  };
  return (
    <>
      <MeasuredNow state={state} />
      {state.hasStarted && (
        <Button size="compact-md" disabled={state.running === null} onClick={act(measuring.finish)}>
          {t("measuring.finish")}
        </Button>
      )}
    </>
  );
}

/** The keys of the current measurement as buttons, for touch. */
function RunningButtons({ measuring, state, viewer }: RunningButtonsProps) {
  const { t } = useTranslation();
  const button = (label: string, action: () => void, isDisabled: boolean) => (
    <Button
      size="compact-md"
      variant="default"
      disabled={isDisabled}
      onClick={() => {
        action();
        viewer.focus();
      }}
    >
      {label}
    </Button>
  );
  return (
    <div className={classes.buttons}>
      {button(t("measuring.placeHere"), () => viewer.annotations.addVertexAtCenter(), false)}
      {button(t("measuring.finish"), measuring.finish, state.running === null)}
      {button(t("measuring.undo"), measuring.undo, !state.hasStarted)}
      {button(t("measuring.discard"), measuring.discardRunning, !state.hasStarted)}
    </div>
  );
}
