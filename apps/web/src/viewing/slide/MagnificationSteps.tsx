import type { SlideInformation } from "@parfocal/core/image/image.contract.ts";
import { type Magnification, nativeMagnification } from "@parfocal/viewer/magnification/magnification.ts";
import type { SlideViewer } from "@parfocal/viewer/slide-viewer.ts";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import classes from "./SlideStatusLine.module.css";
import { pixelSizeOf } from "./slide-description.ts";

/** The usual objectives of a teaching microscope, and 1 for the whole section. */
const MAGNIFICATION_STEPS = [1, 2, 4, 10, 20, 40] as const;
/** Relative tolerance within which a view counts as being at a step. */
const SAME_WITHIN = 0.01;

interface MagnificationStepsProps {
  readonly viewer: SlideViewer | null;
  readonly slide: SlideInformation;
}

/**
 * Zooms to a magnification: buttons, or a menu on narrow screens. Not available on a slide whose magnification is
 * unknown.
 */
export function MagnificationSteps({ viewer, slide }: MagnificationStepsProps) {
  const { t } = useTranslation();
  const [now, setNow] = useState<number | null>(null);
  useEffect(() => viewer?.on("magnification", ({ magnification }: Magnification) => setNow(magnification)), [viewer]);
  const facts = { pixelSizeUm: pixelSizeOf(slide), objectivePower: slide.objectivePower };
  if (!viewer || nativeMagnification(facts) === null) return null;
  const current = MAGNIFICATION_STEPS.find((step) => now !== null && Math.abs(now / step - 1) < SAME_WITHIN);
  return (
    <>
      <fieldset className={classes.steps} aria-label={t("slide.magnificationSteps")}>
        {MAGNIFICATION_STEPS.map((step) => (
          <button
            key={step}
            type="button"
            className={classes.step}
            aria-pressed={step === current}
            onClick={() => {
              viewer.zoomToMagnification(step);
              viewer.focus();
            }}
          >
            {`${step}×`}
          </button>
        ))}
      </fieldset>
      <select
        className={classes.stepMenu}
        aria-label={t("slide.magnificationSteps")}
        value={current ?? ""}
        onChange={(event) => viewer.zoomToMagnification(Number(event.currentTarget.value))}
      >
        <option value="" disabled hidden>
          {t("slide.zoomTo")}
        </option>
        {MAGNIFICATION_STEPS.map((step) => (
          <option key={step} value={step}>
            {`${step}×`}
          </option>
        ))}
      </select>
    </>
  );
}
