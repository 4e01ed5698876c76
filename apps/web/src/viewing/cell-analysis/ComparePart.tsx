import { Button, NativeSelect, SegmentedControl } from "@mantine/core";
import type { CellAnalysis } from "@parfocal/core/cell-analysis/cell-analysis.contract.ts";
import type { NucleiSummary } from "@parfocal/core/cell-analysis/summarise-nuclei.ts";
import type { ShownCells } from "@parfocal/viewer/cell-analysis/create-cell-overlay.ts";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import classes from "./CellAnalysis.module.css";
import { useCellAnalysis, useCellNuclei } from "./cell-analysis.api.ts";
import { formatInterval, formatNumber, formatShare } from "./number-texts.ts";
import { useCountedResult } from "./useCountedResult.ts";

export interface ListedResult {
  readonly id: number;
  readonly label: string;
}

interface ComparePartProps {
  readonly analysis: CellAnalysis;
  readonly summary: NucleiSummary;
  /** Finished results of the same slide. */
  readonly others: readonly ListedResult[];
  /** Shows another result's nuclei on the slide instead of these; null: these again. */
  readonly onShow: (other: ShownCells | null) => void;
}

/** Another result of the slide beside this one. */
export function ComparePart({ analysis, summary, others, onShow }: ComparePartProps) {
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
      {otherId !== null && other.data && (
        <Comparison key={otherId} {...{ analysis, summary, onShow }} other={other.data} />
      )}
    </>
  );
}

interface ComparisonProps extends Omit<ComparePartProps, "others"> {
  readonly other: CellAnalysis;
}

function Comparison({ analysis, summary, other, onShow }: ComparisonProps) {
  const { t } = useTranslation();
  const [isOtherShown, setOtherShown] = useState(false);
  const loaded = useCellNuclei(other);
  const counted = useCountedResult(other, loaded.nuclei, other.corrections);
  useEffect(() => onShow(isOtherShown ? counted.cells : null), [onShow, isOtherShown, counted.cells]);
  useEffect(() => () => onShow(null), [onShow]);
  if (loaded.hasFailed)
    return (
      <p className={classes.problem} role="alert">
        {t("cellAnalysis.nucleiFailed")}{" "}
        <Button size="compact-sm" variant="default" onClick={loaded.retry}>
          {t("cellAnalysis.retry")}
        </Button>
      </p>
    );
  if (!loaded.isComplete)
    return (
      <p className={classes.status} role="status">
        {t("cellAnalysis.loadingNuclei")}
      </p>
    );
  return (
    <>
      <ComparisonTable
        first={summary}
        second={counted.summary}
        hasClasses={[analysis, other].some(({ settings }) => settings.stain === "hematoxylin-dab")}
      />
      {analysis.geometry !== other.geometry && <p className={classes.hint}>{t("cellAnalysis.otherRegion")}</p>}
      <SegmentedControl
        mt="sm"
        fullWidth
        aria-label={t("cellAnalysis.shown")}
        value={isOtherShown ? "other" : "this"}
        data={[
          { value: "this", label: t("cellAnalysis.thisResult") },
          { value: "other", label: t("cellAnalysis.otherResult") },
        ]}
        onChange={(value) => setOtherShown(value === "other")}
      />
    </>
  );
}

interface ComparisonTableProps {
  readonly first: NucleiSummary;
  readonly second: NucleiSummary;
  readonly hasClasses: boolean;
}

function ComparisonTable({ first, second, hasClasses }: ComparisonTableProps) {
  const { t, i18n } = useTranslation();
  const number = (value: number): string => formatNumber(value, i18n.language);
  const share = (value: number): string => formatShare(value, i18n.language);
  const row = (
    label: string,
    numberOf: (summary: NucleiSummary) => number | null,
    format: (value: number) => string = number,
    intervalOf?: (summary: NucleiSummary) => NucleiSummary["densityInterval95"],
  ) => (
    <tr key={label}>
      <th scope="row">{label}</th>
      {[first, second].map((summary, column) => {
        const value = numberOf(summary);
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: two columns that never change places
          <td key={column}>
            {value === null ? t("cellAnalysis.none") : format(value)}
            {intervalOf && <small> {formatInterval(intervalOf(summary), format, t)}</small>}
          </td>
        );
      })}
    </tr>
  );
  return (
    <table className={classes.table} aria-label={t("cellAnalysis.comparison")}>
      <thead>
        <tr>
          <th scope="col">{t("cellAnalysis.measure")}</th>
          <th scope="col">{t("cellAnalysis.thisResult")}</th>
          <th scope="col">{t("cellAnalysis.otherResult")}</th>
        </tr>
      </thead>
      <tbody>
        {row(t("cellAnalysis.nuclei"), ({ count }) => count)}
        {hasClasses && row(t("cellAnalysis.positive"), ({ positiveCount }) => positiveCount)}
        {hasClasses && row(t("cellAnalysis.negative"), ({ negativeCount }) => negativeCount)}
        {hasClasses &&
          row(
            t("cellAnalysis.positiveShare"),
            ({ positiveShare }) => positiveShare,
            share,
            (summary) => summary.positiveShareInterval95,
          )}
        {row(
          t("cellAnalysis.density"),
          (summary) => summary.densityPerSquareMillimetre,
          number,
          (summary) => summary.densityInterval95,
        )}
      </tbody>
    </table>
  );
}
