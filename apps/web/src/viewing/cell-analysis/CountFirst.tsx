import { Button } from "@mantine/core";
import type { CellAnalysis } from "@parfocal/core/cell-analysis/cell-analysis.contract.ts";
import { NO_NUCLEI } from "@parfocal/core/cell-analysis/packed-nuclei.ts";
import type { NucleiSummary } from "@parfocal/core/cell-analysis/summarise-nuclei.ts";
import { summariseTally, type TallySummary } from "@parfocal/core/cell-analysis/summarise-tally.ts";
import type { Rings } from "@parfocal/core/geometry/contains-point.ts";
import { parseWkt } from "@parfocal/core/geometry/wkt.ts";
import type { SlideViewer } from "@parfocal/viewer/slide-viewer.ts";
import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { useStoredTally } from "#counting/useStoredTally.ts";
import { readRemembered, remember } from "#ui/remembered.ts";
import classes from "./CellAnalysis.module.css";
import { ComparisonTable } from "./ComparisonTable.tsx";
import { useCellAnalysis } from "./cell-analysis.api.ts";
import { formatNumber } from "./number-texts.ts";
import { useCellOverlay, useShownCells } from "./useCellOverlay.ts";

/** `hidden`: learners count manually first; `both`: the manual count is shown beside the result; null: neither. */
type Teaching = "hidden" | "both" | null;

interface TeachingControl {
  readonly teaching: Teaching;
  readonly set: (next: Teaching) => void;
  /** The manual count inside the region; null: none. */
  readonly own: TallySummary | null;
}

const keyOf = (id: number): string => `count-first-${id}`;

function readTeaching(id: number): Teaching {
  const stored = readRemembered(keyOf(id));
  return stored === "hidden" || stored === "both" ? stored : null;
}

/**
 * Whether a result is hidden while its region is counted by hand. It is stored in this browser, so it also holds while
 * the counting tool is open.
 */
export function useTeaching(
  { id, imageId, areaSquareMicrometres }: Pick<CellAnalysis, "id" | "imageId" | "areaSquareMicrometres">,
  rings: Rings | null,
): TeachingControl {
  const { t } = useTranslation();
  const [teaching, setTeaching] = useState(() => readTeaching(id));
  const tally = useStoredTally(imageId);
  const own = useMemo(() => {
    if (!tally || !rings) return null;
    const names = { positive: t("cellAnalysis.positive"), negative: t("cellAnalysis.negative") };
    return summariseTally(tally, { rings, areaSquareMicrometres, names });
  }, [tally, rings, areaSquareMicrometres, t]);
  const set = (next: Teaching): void => {
    remember(keyOf(id), next ?? "");
    setTeaching(next);
  };
  return { teaching, set, own };
}

interface OutlineToCountProps {
  readonly viewer: SlideViewer;
  readonly id: number;
}

/** While the panel is closed: the outline in which a hidden result is counted. */
export function OutlineToCount({ viewer, id }: OutlineToCountProps) {
  const overlay = useCellOverlay(viewer);
  const { geometry, isWithheld } = useCellAnalysis(id).data ?? {};
  const outline = useMemo(() => {
    const parsed = geometry && (isWithheld || readTeaching(id) === "hidden") ? parseWkt(geometry) : null;
    return parsed?.ok ? { nuclei: NO_NUCLEI, region: parsed.shape } : null;
  }, [geometry, isWithheld, id]);
  useShownCells(overlay, outline, null);
  return null;
}

/** Shown in place of a hidden result: instructions and progress. */
export function CountFirst({ control }: { readonly control: TeachingControl }) {
  const { t, i18n } = useTranslation();
  const count = control.own?.summary.count ?? 0;
  return (
    <>
      <p className={classes.hint}>{t("cellAnalysis.countFirstHint")}</p>
      <p className={classes.status} role="status">
        {t("cellAnalysis.countedByHand", { count, number: formatNumber(count, i18n.language) })}
      </p>
      <div className={classes.buttons}>
        <Button onClick={() => control.set("both")}>{t("cellAnalysis.showBoth")}</Button>
      </div>
    </>
  );
}

interface OwnCountPartProps {
  readonly control: TeachingControl;
  readonly summary: NucleiSummary;
  readonly hasClasses: boolean;
}

/** The manual count beside the result, or the button that hides the result until the user has counted. */
export function OwnCountPart({ control, summary, hasClasses }: OwnCountPartProps) {
  const { t } = useTranslation();
  const { teaching, set, own } = control;
  return (
    <>
      {teaching === "both" && own && (
        <ComparisonTable
          heads={[t("cellAnalysis.ownCount"), t("cellAnalysis.analysis")]}
          first={own.summary}
          second={summary}
          hasClasses={hasClasses && own.hasClasses}
          hasDifference
        />
      )}
      {teaching === "both" && !own && <p className={classes.quiet}>{t("cellAnalysis.noOwnCount")}</p>}
      <div className={classes.buttons}>
        <Button size="compact-md" variant="default" onClick={() => set("hidden")}>
          {t("cellAnalysis.countFirst")}
        </Button>
      </div>
    </>
  );
}
