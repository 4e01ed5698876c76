/** Tools that the quiz allows on its slides: measuring and colour adjustment. */
import { Button, Slider } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import { COLOUR_VALUES, isNeutral, NEUTRAL_COLOUR } from "@parfocal/core/item/colour-adjustment.ts";
import type { MeasuringMode } from "@parfocal/core/measuring/measured-shape.ts";
import type { QuizSubject } from "@parfocal/core/quiz-subject/quiz-subject.contract.ts";
import type { SlideViewer } from "@parfocal/viewer/slide-viewer.ts";
import { IconAdjustments, IconRulerMeasure, IconTrash, IconVectorTriangle } from "@tabler/icons-react";
import { useEffect, useState, useSyncExternalStore } from "react";
import { useTranslation } from "react-i18next";
import { useViewerColour } from "#colour/useViewerColour.ts";
import { valueText } from "#measuring/measurement-lines.ts";
import { measuringOf } from "#measuring/measuring-of.ts";
import { IconButton } from "#ui/IconButton.tsx";
import styles from "./SlideTools.module.css";
import { SMALL_ICON_BUTTON } from "./small-icon-button.ts";

interface SlideToolsProps {
  readonly viewer: SlideViewer;
  readonly tools: QuizSubject["tools"];
  /** Without a pixel size, measuring is not possible. */
  readonly hasPixelSize: boolean;
}

export function SlideTools({ viewer, tools, hasPixelSize }: SlideToolsProps) {
  return (
    <>
      {tools.measuring && hasPixelSize && <MeasuringTools viewer={viewer} />}
      {tools.colour && <ColourTools viewer={viewer} />}
    </>
  );
}

const MODES = [
  { mode: "length", icon: IconRulerMeasure, label: "measuring.lengthTitle" },
  { mode: "area", icon: IconVectorTriangle, label: "measuring.areaTitle" },
] as const satisfies readonly { mode: MeasuringMode; [more: string]: unknown }[];

function MeasuringTools({ viewer }: Pick<SlideToolsProps, "viewer">) {
  const { t, i18n } = useTranslation();
  const measuring = measuringOf(viewer);
  const state = useSyncExternalStore(measuring.onChange, measuring.state);
  const isTouch = useMediaQuery("(pointer: coarse)");
  const [chosen, setChosen] = useState<MeasuringMode | null>(null);
  const perimeter = t("measuring.perimeter");
  useEffect(() => measuring.setTexts({ perimeter }), [measuring, perimeter]);
  useEffect(() => {
    if (chosen === null) return;
    measuring.start(chosen, { isFreehand: false, onEnd: () => setChosen(null) });
    viewer.focus();
    return () => measuring.stop();
  }, [measuring, viewer, chosen]);
  const last = state.taken.at(-1);
  const hint = isTouch ? "hintTouch" : chosen === "length" ? "hintLength" : "hintArea";
  const announce = (key: "running" | "measured", measured: NonNullable<typeof state.running>) =>
    t(`measuring.${key}`, { value: valueText(measured, perimeter, i18n.language) });
  return (
    <>
      {MODES.map(({ mode, icon: Icon, label }) => (
        <Button
          key={mode}
          size="compact-md"
          variant={chosen === mode ? "filled" : "default"}
          aria-pressed={chosen === mode}
          leftSection={<Icon size={18} stroke={1.5} aria-hidden />}
          onClick={() => setChosen(chosen === mode ? null : mode)}
        >
          <span className={styles.toolText}>{t(label)}</span>
        </Button>
      ))}
      {chosen !== null && (
        <>
          <Button size="compact-md" variant="light" onClick={() => viewer.annotations.addVertexAtCenter()}>
            {t("measuring.placeHere")}
          </Button>
          <Button
            size="compact-md"
            variant="light"
            onClick={() => {
              measuring.finish();
              viewer.focus();
            }}
          >
            {t("measuring.finish")}
          </Button>
        </>
      )}
      {(chosen !== null || last) && (
        <IconButton
          {...SMALL_ICON_BUTTON}
          icon={IconTrash}
          label={t("quizAttempt.removeMeasurements")}
          isDisabled={!last}
          onClick={measuring.removeAll}
        />
      )}
      {(chosen !== null || last) && (
        <span role="status" className={styles.measured}>
          <span>
            {state.running ? announce("running", state.running) : last && announce("measured", last.measured)}
          </span>
          {chosen && (
            <span
              className={styles.measuringHint}
              data-hidden={state.running !== null || last !== undefined || undefined}
            >
              {t(`measuring.${hint}`)}
            </span>
          )}
        </span>
      )}
    </>
  );
}

const SLIDERS = ["brightness", "contrast", "saturation"] as const;

function ColourTools({ viewer }: Pick<SlideToolsProps, "viewer">) {
  const { t } = useTranslation();
  const colour = useViewerColour(viewer);
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button
        size="compact-md"
        variant="default"
        aria-expanded={isOpen}
        leftSection={<IconAdjustments size={18} stroke={1.5} aria-hidden />}
        onClick={() => setOpen(!isOpen)}
      >
        <span className={styles.toolText}>{t("colour.title")}</span>
      </Button>
      {isOpen && (
        <fieldset className={styles.colours} aria-label={t("colour.title")}>
          {SLIDERS.map((name) => (
            <div key={name} className={styles.colour}>
              <span aria-hidden>{t(`colour.${name}`)}</span>
              <Slider
                size="sm"
                min={COLOUR_VALUES[name].min}
                max={COLOUR_VALUES[name].max}
                value={colour[name]}
                label={null}
                thumbLabel={t(`colour.${name}`)}
                onChange={(value) => viewer.setColour({ ...viewer.getColour(), [name]: value })}
              />
            </div>
          ))}
          <Button
            size="compact-md"
            variant="default"
            disabled={isNeutral(colour)}
            onClick={() => viewer.setColour(NEUTRAL_COLOUR)}
          >
            {t("colour.resetAll")}
          </Button>
        </fieldset>
      )}
    </>
  );
}
