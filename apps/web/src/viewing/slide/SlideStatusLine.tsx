import { maxZoomOf, resolutionOfZoom } from "@parfocal/core/geometry/zoom.ts";
import type { SlideInformation } from "@parfocal/core/image/image.contract.ts";
import type { PointerPlace } from "@parfocal/viewer/events/viewer-events.ts";
import { type Magnification, magnificationAt } from "@parfocal/viewer/magnification/magnification.ts";
import type { SlideViewer } from "@parfocal/viewer/slide-viewer.ts";
import { IconAlertTriangle } from "@tabler/icons-react";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import classes from "./SlideStatusLine.module.css";
import { pixelSizeOf } from "./slide-description.ts";
import { magnificationText, pixelSizeText, positionText } from "./slide-numbers.ts";

const ICON_SIZE_PX = 16;
const ICON_STROKE = 1.5;

interface SlideStatusLineProps {
  readonly viewer: SlideViewer | null;
  readonly slide: SlideInformation;
  /** null: all resolutions are there. */
  readonly levelsProgress: number | null;
}

/** What the instrument stands at: magnification, pixel size, pointer, rotation. */
export function SlideStatusLine({ viewer, slide, levelsProgress }: SlideStatusLineProps) {
  const { t, i18n } = useTranslation();
  const [magnification, setMagnification] = useState<Magnification | null>(null);
  const [rotationDeg, setRotationDeg] = useState(0);
  const [hasTileError, setHasTileError] = useState(false);
  useEffect(() => {
    if (!viewer) return;
    const { rotationDeg: openedDeg, zoom } = viewer.getView();
    setRotationDeg(openedDeg);
    const facts = { pixelSizeUm: pixelSizeOf(slide), objectivePower: slide.objectivePower };
    setMagnification(magnificationAt(facts, resolutionOfZoom(zoom, maxZoomOf(slide))));
    const stops = [
      viewer.on("magnification", setMagnification),
      viewer.on("view", (view) => setRotationDeg(view.rotationDeg)),
      viewer.on("tileError", () => setHasTileError(true)),
      viewer.on("sharp", () => setHasTileError(false)),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }, [viewer, slide]);
  const pixelSizeUm = pixelSizeOf(slide);
  return (
    <section className={classes.line} aria-label={t("slide.statusLabel")}>
      <MagnificationReading magnification={magnification} />
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

function MagnificationReading({ magnification }: { readonly magnification: Magnification | null }) {
  const { t, i18n } = useTranslation();
  if (!magnification) return <span className={classes.magnification} />;
  const { magnification: value, isEstimate, isBeyondNative, resolution } = magnification;
  const locale = i18n.language;
  const number =
    value === null
      ? `1:${new Intl.NumberFormat(locale, { maximumSignificantDigits: 3 }).format(resolution)}`
      : magnificationText(locale, value);
  return (
    <>
      <span
        className={classes.magnification}
        title={isEstimate ? t("slide.approximateHint") : t("slide.magnification")}
        data-testid="magnification"
      >
        {isEstimate ? t("slide.approximate", { magnification: number }) : number}
      </span>
      {isBeyondNative && (
        <span className={classes.warning}>
          <IconAlertTriangle size={ICON_SIZE_PX} stroke={ICON_STROKE} aria-hidden />
          {t("slide.beyondNative")}
        </span>
      )}
    </>
  );
}

/** By itself, for it changes with every move of the pointer. */
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
