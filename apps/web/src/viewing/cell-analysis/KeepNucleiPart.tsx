import { Switch } from "@mantine/core";
import { outlineOfNucleus, type PackedNuclei } from "@parfocal/core/cell-analysis/packed-nuclei.ts";
import { findSelfCrossing } from "@parfocal/core/geometry/self-crossing.ts";
import type { SlidePoint } from "@parfocal/core/geometry/slide-point.ts";
import { formatWkt } from "@parfocal/core/geometry/wkt.ts";
import type { CellOverlay } from "@parfocal/viewer/cell-analysis/create-cell-overlay.ts";
import type { SlideViewer } from "@parfocal/viewer/slide-viewer.ts";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useLatest } from "#ui/useLatest.ts";
import classes from "./CellAnalysis.module.css";
import { formatNumber } from "./number-texts.ts";
import type { KeepAsAnnotation } from "./useKeepAsAnnotation.ts";

interface KeepNucleiPartProps {
  readonly viewer: SlideViewer;
  readonly overlay: CellOverlay | null;
  readonly nuclei: PackedNuclei;
  /** False while the annotator is open or the nuclei are hidden: no nuclei can be saved as annotations. */
  readonly isPossible: boolean;
  /** Whether clicks currently save nuclei as annotations instead of correcting them. */
  readonly isOn: boolean;
  readonly onSwitch: (isOn: boolean) => void;
  readonly titleOf: (nucleus: number) => string;
  readonly onKeep: KeepAsAnnotation;
}

/** Saves single nuclei as annotations by clicks. */
export function KeepNucleiPart(props: KeepNucleiPartProps) {
  const { viewer, overlay, nuclei, isPossible, isOn, onSwitch, titleOf, onKeep } = props;
  const { t, i18n } = useTranslation();
  const [said, setSaid] = useState("");
  const storedNuclei = useRef(new Set<number>());

  /** @returns the text to be shown. */
  const keep = async (place: SlidePoint): Promise<string> => {
    const nucleus = overlay?.nucleusAt(place) ?? null;
    if (nucleus === null) return t("cellAnalysis.nothingHere");
    if (storedNuclei.current.has(nucleus)) return t("cellAnalysis.alreadyKept");
    const shape = outlineOfNucleus(nuclei, nucleus);
    if (!shape || findSelfCrossing(shape)) return t("cellAnalysis.noOutline");
    // Before the response, so that two clicks save it once.
    storedNuclei.current.add(nucleus);
    const isStored = await onKeep({ title: titleOf(nucleus), geometry: formatWkt(shape) });
    if (!isStored) storedNuclei.current.delete(nucleus);
    const count = storedNuclei.current.size;
    return isStored ? t("cellAnalysis.keptNuclei", { count, number: formatNumber(count, i18n.language) }) : "";
  };
  const latest = useLatest(keep);
  const isWorking = isOn && isPossible;
  useEffect(() => {
    if (!isWorking || !overlay) return;
    overlay.startCorrecting({
      onPut: (place) => void latest.current(place).then(setSaid),
      onUndo: () => undefined,
      onEnd: () => onSwitch(false),
    });
    viewer.focus();
    return () => overlay.stop();
  }, [isWorking, overlay, viewer, onSwitch]);
  return (
    <>
      <Switch
        mt="md"
        label={t("cellAnalysis.keepNuclei")}
        checked={isWorking}
        disabled={!isPossible}
        onChange={({ currentTarget: { checked } }) => onSwitch(checked)}
      />
      {isWorking && (
        <>
          <p className={classes.quiet}>{t("cellAnalysis.keepNucleiHint")}</p>
          <p className={classes.status} role="status">
            {said}
          </p>
        </>
      )}
    </>
  );
}
