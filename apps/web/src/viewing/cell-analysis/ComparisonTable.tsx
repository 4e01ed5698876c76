import type { NucleiSummary } from "@parfocal/core/cell-analysis/summarise-nuclei.ts";
import { useTranslation } from "react-i18next";
import { formatShare } from "#ui/quantity-text.ts";
import classes from "./CellAnalysis.module.css";
import { formatDifference, formatInterval, formatNumber } from "./number-texts.ts";
import { useShareLabel } from "./share-label.ts";

interface ComparisonTableProps {
  readonly heads: readonly [first: string, second: string];
  readonly first: NucleiSummary;
  readonly second: NucleiSummary;
  readonly hasClasses: boolean;
  /** Whether there is a column for the second minus the first. */
  readonly hasDifference?: boolean;
  /** Whether to compare values that a manual count does not have: H-score and area of nuclei. */
  readonly hasMeasures?: boolean;
  /** Further rows: a label and its values in the first and in the second. */
  readonly more?: readonly ComparedRow[];
}

export interface ComparedRow {
  readonly label: string;
  readonly first: string;
  readonly second: string;
  /** Empty if there is none. */
  readonly difference: string;
}

/** Two sets of numbers of one slide, side by side. */
export function ComparisonTable({
  heads,
  first,
  second,
  hasClasses,
  hasDifference = false,
  hasMeasures = false,
  more = [],
}: ComparisonTableProps) {
  const { t, i18n } = useTranslation();
  const shareLabel = useShareLabel();
  const number = (value: number): string => formatNumber(value, i18n.language);
  const share = (value: number): string => formatShare(value, i18n.language);
  const points = (value: number): string =>
    t("cellAnalysis.points", { value: formatDifference(100 * value, i18n.language) });
  const row = (
    label: string,
    numberOf: (summary: NucleiSummary) => number | null,
    format: (value: number) => string = number,
    intervalOf?: (summary: NucleiSummary) => NucleiSummary["densityInterval95"],
  ) => {
    const [before, after] = [numberOf(first), numberOf(second)];
    const cell = (value: number | null, summary: NucleiSummary) => (
      <td>
        {value === null ? t("cellAnalysis.none") : format(value)}
        {intervalOf && <small> {formatInterval(intervalOf(summary), format, t)}</small>}
      </td>
    );
    const difference = before === null || after === null ? null : after - before;
    const formatSigned = format === share ? points : (value: number) => formatDifference(value, i18n.language);
    return (
      <tr key={label}>
        <th scope="row">{label}</th>
        {cell(before, first)}
        {cell(after, second)}
        {hasDifference && <td>{difference === null ? t("cellAnalysis.none") : formatSigned(difference)}</td>}
      </tr>
    );
  };
  return (
    <table className={classes.table} aria-label={t("cellAnalysis.comparison")}>
      <thead>
        <tr>
          <th scope="col">{t("cellAnalysis.measure")}</th>
          <th scope="col">{heads[0]}</th>
          <th scope="col">{heads[1]}</th>
          {hasDifference && <th scope="col">{t("cellAnalysis.difference")}</th>}
        </tr>
      </thead>
      <tbody>
        {row(t("cellAnalysis.nuclei"), ({ count }) => count)}
        {hasClasses && row(t("cellAnalysis.positive"), ({ positiveCount }) => positiveCount)}
        {hasClasses && row(t("cellAnalysis.negative"), ({ negativeCount }) => negativeCount)}
        {hasClasses &&
          row(
            shareLabel,
            ({ positiveShare }) => positiveShare,
            share,
            (summary) => summary.positiveShareInterval95,
          )}
        {hasClasses && hasMeasures && row(t("cellAnalysis.hScore"), ({ hScore }) => hScore)}
        {row(
          t("cellAnalysis.density"),
          (summary) => summary.densityPerSquareMillimetre,
          number,
          (summary) => summary.densityInterval95,
        )}
        {hasMeasures && row(t("cellAnalysis.meanAreaUm"), (summary) => summary.meanAreaSquareMicrometres)}
        {more.map(({ label, ...values }) => (
          <tr key={label}>
            <th scope="row">{label}</th>
            <td>{values.first}</td>
            <td>{values.second}</td>
            {hasDifference && <td>{values.difference}</td>}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
