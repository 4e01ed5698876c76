import { Button, NativeSelect, Radio, Slider } from "@mantine/core";
import type { CellAnalysis } from "@parfocal/core/cell-analysis/cell-analysis.contract.ts";
import type { CellSettings } from "@parfocal/core/cell-analysis/cell-settings.ts";
import type { Corrections } from "@parfocal/core/cell-analysis/corrections.ts";
import { matchNuclei } from "@parfocal/core/cell-analysis/match-nuclei.ts";
import type { PackedNuclei } from "@parfocal/core/cell-analysis/packed-nuclei.ts";
import type { NucleiSummary } from "@parfocal/core/cell-analysis/summarise-nuclei.ts";
import { OTHER_RESULT_COLOR } from "@parfocal/viewer/cell-analysis/cell-painting.ts";
import type { CellOverlay, ComparedCells, ShownCells } from "@parfocal/viewer/cell-analysis/create-cell-overlay.ts";
import type { TFunction } from "i18next";
import { useEffect, useMemo, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import classes from "./CellAnalysis.module.css";
import { type ComparedRow, ComparisonTable } from "./ComparisonTable.tsx";
import { useCellAnalysis, useCellNuclei } from "./cell-analysis.api.ts";
import { formatDifference, formatNumber } from "./number-texts.ts";
import { SETTING_LABELS } from "./SettingsForm.tsx";
import { useCountedResult } from "./useCountedResult.ts";

export interface ListedResult {
  readonly id: number;
  readonly label: string;
}

interface ComparePartProps {
  readonly analysis: CellAnalysis;
  /** Nuclei of this result, as shown. */
  readonly nuclei: PackedNuclei;
  readonly corrections: Corrections;
  readonly summary: NucleiSummary;
  readonly overlay: CellOverlay | null;
  /** Size of a slide pixel. */
  readonly micrometresPerPx: number;
  /** Finished results of the same slide. */
  readonly others: readonly ListedResult[];
  /** Shows another result's nuclei on the slide beside these or instead of them; null: only these. */
  readonly onShow: (other: ShownBeside | null) => void;
}

export interface ShownBeside {
  readonly cells: ShownCells;
  /** Whether its nuclei are classified as positive or negative. */
  readonly hasClasses: boolean;
  readonly layout: ComparedCells["layout"] | "instead";
  readonly splitAt: number;
}

/** Whether the nuclei of a result are classified as positive or negative. */
export const hasClassesOf = ({ settings }: CellAnalysis): boolean => settings.stain === "hematoxylin-dab";

/** Another result of the slide beside this one. */
export function ComparePart({ others, ...compared }: ComparePartProps) {
  const { t } = useTranslation();
  const [chosenId, setChosenId] = useState<number | null>(null);
  const otherId = others.some(({ id }) => id === chosenId) ? chosenId : null;
  const other = useCellAnalysis(otherId);
  if (others.length === 0) return null;
  return (
    <>
      <NativeSelect
        mt="md"
        label={t("cellAnalysis.compare")}
        value={otherId === null ? "" : String(otherId)}
        data={[
          { value: "", label: t("cellAnalysis.compareNothing") },
          ...others.map(({ id, label }) => ({ value: String(id), label })),
        ]}
        onChange={({ currentTarget: { value } }) => setChosenId(value === "" ? null : Number(value))}
      />
      {other.isError && (
        <p className={classes.problem} role="alert">
          {t("cellAnalysis.compareFailed")}{" "}
          <Button size="compact-sm" variant="default" onClick={() => void other.refetch()}>
            {t("cellAnalysis.retry")}
          </Button>
        </p>
      )}
      {otherId !== null && other.data && <Comparison key={otherId} {...compared} other={other.data} />}
    </>
  );
}

const VIEWS = ["this", "other", "both", "split"] as const;
type View = (typeof VIEWS)[number];
const PERCENT = 100;
const HALF_PERCENT = 50;
/** A panel that covers more than this fraction of the view's width is below the slide, not beside it. */
const MOST_COVERED = 0.7;

interface ComparisonProps extends Omit<ComparePartProps, "others"> {
  readonly other: CellAnalysis;
}

function Comparison(props: ComparisonProps) {
  const { analysis, nuclei, corrections, summary, overlay, micrometresPerPx, other, onShow } = props;
  const { t, i18n } = useTranslation();
  const [view, setView] = useState<View>("this");
  const [splitPercent, setSplitPercent] = useState(HALF_PERCENT);
  const choices = useRef<HTMLDivElement>(null);
  const choose = (value: string): void => {
    setView(VIEWS.find((one) => one === value) ?? "this");
    const panel = choices.current?.closest("aside")?.getBoundingClientRect();
    const covered = (panel && overlay?.shareOfWidth(panel.right)) ?? 0;
    // The middle of the width that the panel leaves free. A panel below the slide covers no width.
    setSplitPercent(covered > 0 && covered < MOST_COVERED ? Math.round(HALF_PERCENT * (1 + covered)) : HALF_PERCENT);
  };
  const loaded = useCellNuclei(other);
  const counted = useCountedResult(other, loaded.nuclei, other.corrections);
  const { cells } = counted;
  useEffect(() => {
    if (view === "this") onShow(null);
    else
      onShow({
        cells,
        hasClasses: hasClassesOf(other),
        layout: view === "other" ? "instead" : view === "both" ? "over" : "split",
        splitAt: splitPercent / PERCENT,
      });
  }, [onShow, view, cells, other, splitPercent]);
  useEffect(() => () => onShow(null), [onShow]);
  const matched = useMemo(
    () =>
      loaded.isComplete &&
      matchNuclei({ nuclei, corrections }, { nuclei: loaded.nuclei, corrections: other.corrections }, micrometresPerPx),
    [loaded.isComplete, loaded.nuclei, nuclei, corrections, other.corrections, micrometresPerPx],
  );
  if (loaded.hasFailed)
    return (
      <p className={classes.problem} role="alert">
        {t("cellAnalysis.nucleiFailed")}{" "}
        <Button size="compact-sm" variant="default" onClick={loaded.retry}>
          {t("cellAnalysis.retry")}
        </Button>
      </p>
    );
  if (!matched)
    return (
      <p className={classes.status} role="status">
        {t("cellAnalysis.loadingNuclei")}
      </p>
    );
  const number = (value: number): string => formatNumber(value, i18n.language);
  return (
    <>
      <ComparisonTable
        heads={[t("cellAnalysis.thisResult"), t("cellAnalysis.otherResult")]}
        first={summary}
        second={counted.summary}
        hasClasses={[analysis, other].some(hasClassesOf)}
        hasDifference
        hasMeasures
        more={differingSettings(analysis.settings, other.settings, t, i18n.language)}
      />
      <p className={classes.quiet}>
        {t("cellAnalysis.matched", {
          both: number(matched.inBoth),
          first: number(matched.onlyFirst),
          second: number(matched.onlySecond),
        })}
      </p>
      {analysis.geometry !== other.geometry && <p className={classes.hint}>{t("cellAnalysis.otherRegion")}</p>}
      <Radio.Group mt="sm" label={t("cellAnalysis.shown")} value={view} onChange={choose}>
        <div className={classes.choices} ref={choices}>
          {VIEWS.map((value) => (
            <Radio key={value} value={value} label={t(`cellAnalysis.shown_${value}`)} />
          ))}
        </div>
      </Radio.Group>
      {view === "both" && (
        <p className={classes.quiet}>
          <span className={classes.swatch} style={{ background: OTHER_RESULT_COLOR }} aria-hidden />
          {t("cellAnalysis.bothHint")}
        </p>
      )}
      {view === "split" && (
        <>
          <p className={classes.quiet}>{t("cellAnalysis.splitHint")}</p>
          <Slider
            mt="xs"
            thumbLabel={t("cellAnalysis.splitAt")}
            label={null}
            min={0}
            max={PERCENT}
            value={splitPercent}
            onChange={setSplitPercent}
          />
        </>
      )}
    </>
  );
}

/** Settings that differ between two analyses. */
function differingSettings(first: CellSettings, second: CellSettings, t: TFunction, language: string): ComparedRow[] {
  const rows: ComparedRow[] = [];
  const add = (label: string, one: number, other: number): void => {
    if (one === other) return;
    const difference = formatDifference(other - one, language);
    rows.push({ label, first: formatNumber(one, language), second: formatNumber(other, language), difference });
  };
  if (first.stain !== second.stain) {
    const [one, other] = [first, second].map(({ stain }) => t(`cellAnalysis.stainShort_${stain}`));
    rows.push({ label: t("cellAnalysis.stain"), first: one ?? "", second: other ?? "", difference: "" });
  }
  for (const name of Object.keys(SETTING_LABELS) as (keyof typeof SETTING_LABELS)[])
    add(t(`cellAnalysis.${SETTING_LABELS[name]}`), first[name], second[name]);
  for (const place of [0, 1, 2] as const)
    add(
      t("cellAnalysis.dabThreshold", { level: t(`cellAnalysis.level_${place}`) }),
      first.dabThresholds[place],
      second.dabThresholds[place],
    );
  return rows;
}
