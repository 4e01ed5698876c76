import { maxZoomOf, resolutionOfZoom } from "@parfocal/core/geometry/zoom.ts";
import type { SlideInformation } from "@parfocal/core/image/image.contract.ts";
import { type Magnification, magnificationAt } from "@parfocal/viewer/magnification/magnification.ts";
import type { SlideViewer } from "@parfocal/viewer/slide-viewer.ts";
import { IconAlertTriangle } from "@tabler/icons-react";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { formatQuantity } from "#ui/quantity-text.ts";
import classes from "./SlideStatusLine.module.css";
import { pixelSizeOf } from "./slide-description.ts";
import { magnificationText } from "./slide-numbers.ts";

const ICON_SIZE_PX = 16;
const ICON_STROKE = 1.5;

interface MagnificationReadingProps {
  readonly viewer: SlideViewer | null;
  readonly slide: SlideInformation;
  /** Whether a text warns that the view exceeds the resolution of the scan; otherwise only colour and tooltip do. */
  readonly hasWarning?: boolean;
}

/** The magnification of the view, kept up to date. */
export function MagnificationReading({ viewer, slide, hasWarning = true }: MagnificationReadingProps) {
  const { t, i18n } = useTranslation();
  const [magnification, setMagnification] = useState<Magnification | null>(null);
  useEffect(() => {
    if (!viewer) return;
    const facts = { pixelSizeUm: pixelSizeOf(slide), objectivePower: slide.objectivePower };
    setMagnification(magnificationAt(facts, resolutionOfZoom(viewer.getView().zoom, maxZoomOf(slide))));
    return viewer.on("magnification", setMagnification);
  }, [viewer, slide]);
  if (!magnification) return <span className={classes.magnification} />;
  const { magnification: value, isEstimate, isBeyondNative, resolution } = magnification;
  const number =
    value === null
      ? `1:${formatQuantity(resolution, i18n.language, { maximumSignificantDigits: 3 })}`
      : magnificationText(i18n.language, value);
  const kind = isEstimate ? t("slide.approximateHint") : t("slide.magnification");
  return (
    <>
      <span
        className={classes.magnification}
        title={isBeyondNative && !hasWarning ? `${kind}: ${t("slide.beyondNative")}` : kind}
        data-beyond={(isBeyondNative && !hasWarning) || undefined}
        data-testid="magnification"
      >
        {isEstimate ? t("slide.approximate", { magnification: number }) : number}
      </span>
      {isBeyondNative && hasWarning && (
        <span className={classes.warning}>
          <IconAlertTriangle size={ICON_SIZE_PX} stroke={ICON_STROKE} aria-hidden />
          {t("slide.beyondNative")}
        </span>
      )}
    </>
  );
}
