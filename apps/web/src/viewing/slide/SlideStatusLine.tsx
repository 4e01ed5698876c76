import type { SlideInformation } from "@parfocal/core/image/image.contract.ts";
import type { PointerPlace } from "@parfocal/viewer/events/viewer-events.ts";
import type { SlideViewer } from "@parfocal/viewer/slide-viewer.ts";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { MagnificationReading } from "./Magnification.tsx";
import { MagnificationSteps } from "./MagnificationSteps.tsx";
import classes from "./SlideStatusLine.module.css";
import { pixelSizeOf } from "./slide-description.ts";
import { pixelSizeText, positionText } from "./slide-numbers.ts";

interface SlideStatusLineProps {
  readonly viewer: SlideViewer | null;
  readonly slide: SlideInformation;
  /** Null: all resolution levels are available. */
  readonly levelsProgress: number | null;
}

/** Status line: magnification, pixel size, pointer position, rotation. */
export function SlideStatusLine({ viewer, slide, levelsProgress }: SlideStatusLineProps) {
  const { t, i18n } = useTranslation();
  const [rotationDeg, setRotationDeg] = useState(0);
  const [hasTileError, setHasTileError] = useState(false);
  useEffect(() => {
    if (!viewer) return;
    setRotationDeg(viewer.getView().rotationDeg);
    const stops = [
      viewer.on("view", (view) => setRotationDeg(view.rotationDeg)),
      viewer.on("tileError", () => setHasTileError(true)),
      viewer.on("sharp", () => setHasTileError(false)),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }, [viewer]);
  const pixelSizeUm = pixelSizeOf(slide);
  return (
    <section className={classes.line} aria-label={t("slide.statusLabel")}>
      <MagnificationReading viewer={viewer} slide={slide} />
      <MagnificationSteps viewer={viewer} slide={slide} />
      {pixelSizeUm && (
        <span className={classes.wide} title={t("slide.pixelSize")}>
          {pixelSizeText(i18n.language, pixelSizeUm)}
        </span>
      )}
      <PointerReading viewer={viewer} />
      {rotationDeg !== 0 && <span>{t("slide.rotation", { degrees: rotationDeg })}</span>}
      {levelsProgress !== null && (
        <span className={classes.quiet}>{t("slide.levelsComing", { percent: Math.round(levelsProgress * 100) })}</span>
      )}
      {hasTileError && (
        <span className={classes.warning} role="status">
          {t("slide.tileError")}
        </span>
      )}
    </section>
  );
}

/** A separate component, because it renders with every move of the pointer. */
function PointerReading({ viewer }: { readonly viewer: SlideViewer | null }) {
  const { t, i18n } = useTranslation();
  const [place, setPlace] = useState<PointerPlace | null>(null);
  useEffect(() => viewer?.on("pointer", setPlace), [viewer]);
  if (!place) return null;
  return (
    <span className={`${classes.pointer} ${classes.wide}`} title={t("slide.pointerPosition")}>
      {place.um ? positionText(i18n.language, place.um, "µm") : positionText(i18n.language, place.point, "px")}
    </span>
  );
}
