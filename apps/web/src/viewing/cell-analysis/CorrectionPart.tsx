import { Button, NativeSelect, Switch } from "@mantine/core";
import {
  withAdded,
  withAddedClass,
  withClass,
  withoutAdded,
  withRemoved,
} from "@parfocal/core/cell-analysis/corrections.ts";
import type { CellClass } from "@parfocal/core/cell-analysis/nucleus.ts";
import { factsOfNucleus, type PackedNuclei } from "@parfocal/core/cell-analysis/packed-nuclei.ts";
import { containsPoint, type Rings } from "@parfocal/core/geometry/contains-point.ts";
import type { SlidePoint } from "@parfocal/core/geometry/slide-point.ts";
import type { CellOverlay } from "@parfocal/viewer/cell-analysis/create-cell-overlay.ts";
import type { SlideViewer } from "@parfocal/viewer/slide-viewer.ts";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { useLatest } from "#ui/useLatest.ts";
import classes from "./CellAnalysis.module.css";
import type { CorrectionControl } from "./useCorrections.ts";

const TOOLS_WITH_CLASSES = ["remove", "positive", "negative", "addPositive", "addNegative"] as const;
const TOOLS = ["remove", "addOther"] as const;
type Tool = (typeof TOOLS_WITH_CLASSES)[number] | (typeof TOOLS)[number];

const ADDED: Partial<Record<Tool, CellClass>> = { addPositive: "positive", addNegative: "negative", addOther: "other" };

interface CorrectionPartProps {
  readonly viewer: SlideViewer;
  readonly overlay: CellOverlay | null;
  readonly nuclei: PackedNuclei;
  /** Outline of the region; null: none. */
  readonly rings: Rings | null;
  readonly hasClasses: boolean;
  /** False while the annotator is open or the nuclei are hidden: no corrections are possible. */
  readonly isPossible: boolean;
  readonly control: CorrectionControl;
}

/** Removes, adds and reclassifies nuclei by clicks. */
export function CorrectionPart(props: CorrectionPartProps) {
  const { viewer, overlay, nuclei, rings, hasClasses, isPossible, control } = props;
  const { t } = useTranslation();
  const [isRequested, setRequested] = useState(false);
  const [tool, setTool] = useState<Tool>("remove");
  const [said, setSaid] = useState("");
  const tools: readonly Tool[] = hasClasses ? TOOLS_WITH_CLASSES : TOOLS;
  const isOn = isRequested && isPossible;

  /** Applies a click at a point. @returns why it changes nothing; null if it does. */
  const put = (place: SlidePoint): string | null => {
    const added = ADDED[tool];
    const reclassified = tool === "positive" || tool === "negative" ? tool : null;
    if (added) {
      // Outside, it would increase a density that refers to the region.
      if (!rings || !containsPoint(rings, place)) return t("cellAnalysis.outsideRegion");
      control.change((before) => withAdded(before, place, added));
      return null;
    }
    const addedIndex = overlay?.addedAt(place) ?? null;
    const nucleus = overlay?.nucleusAt(place) ?? null;
    if (addedIndex !== null)
      control.change((before) =>
        reclassified ? withAddedClass(before, addedIndex, reclassified) : withoutAdded(before, addedIndex),
      );
    else if (nucleus === null) return t("cellAnalysis.nothingHere");
    else if (!reclassified) control.change((before) => withRemoved(before, nucleus));
    else {
      const { cellClass: found } = factsOfNucleus(nuclei, nucleus);
      control.change((before) => withClass(before, nucleus, reclassified, found));
    }
    return null;
  };
  const latest = useLatest({ put, undo: control.undo });
  useEffect(() => {
    if (!isOn || !overlay) return;
    overlay.startCorrecting({
      onPut: (place) => setSaid(latest.current.put(place) ?? ""),
      onUndo: () => latest.current.undo(),
      onEnd: () => setRequested(false),
    });
    viewer.focus();
    return () => overlay.stop();
  }, [isOn, overlay, viewer]);

  const { removed, changed, added } = control.corrections;
  const numbers = { removed: removed.length, changed: changed.length, added: added.length };
  const isCorrected = removed.length + changed.length + added.length > 0;
  return (
    <>
      <Switch
        mt="md"
        label={t("cellAnalysis.correct")}
        checked={isOn}
        disabled={!isPossible}
        onChange={({ currentTarget: { checked } }) => setRequested(checked)}
      />
      {isOn && (
        <>
          <p className={classes.quiet}>{t("cellAnalysis.correctHint")}</p>
          <NativeSelect
            mt="xs"
            label={t("cellAnalysis.tool")}
            value={tool}
            data={tools.map((value) => ({ value, label: t(`cellAnalysis.tool_${value}`) }))}
            onChange={({ currentTarget: { value } }) => {
              const next = tools.find((one) => one === value);
              if (next) setTool(next);
              viewer.focus();
            }}
          />
          <p className={classes.status} role="status">
            {said}
          </p>
        </>
      )}
      {isCorrected && <p className={classes.quiet}>{t("cellAnalysis.corrected", numbers)}</p>}
      {(isOn || control.canUndo) && (
        <div className={classes.buttons}>
          <Button size="compact-md" variant="default" disabled={!control.canUndo} onClick={control.undo}>
            {t("cellAnalysis.undo")}
          </Button>
        </div>
      )}
    </>
  );
}
