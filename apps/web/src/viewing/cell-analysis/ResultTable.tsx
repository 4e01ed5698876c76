import type { CellClass } from "@parfocal/core/cell-analysis/nucleus.ts";
import type { NucleiSummary } from "@parfocal/core/cell-analysis/summarise-nuclei.ts";
import { CELL_COLORS } from "@parfocal/viewer/cell-analysis/cell-painting.ts";
import { useTranslation } from "react-i18next";
import { formatShare } from "#ui/quantity-text.ts";
import { areaHistogram } from "./area-histogram.ts";
import classes from "./CellAnalysis.module.css";
import { formatInterval, formatNumber } from "./number-texts.ts";
import { useShareLabel } from "./share-label.ts";

const SQUARE_UM_PER_SQUARE_MM = 1e6;
const INTENSITIES = [0, 1, 2, 3] as const;

interface ResultTableProps {
  readonly summary: NucleiSummary;
  readonly areaSquareMicrometres: number;
  /** Whether nuclei are classified as positive and negative. */
  readonly hasClasses: boolean;
  /** µm², of each nucleus. */
  readonly areas: readonly number[];
}

/** Table of the figures of a result. */
export function ResultTable({ summary, areaSquareMicrometres, hasClasses, areas }: ResultTableProps) {
  const { t, i18n } = useTranslation();
  const shareLabel = useShareLabel();
  const { language } = i18n;
  const number = (value: number): string => formatNumber(value, language);
  const share = (value: number): string => formatShare(value, language);
  const orNone = (value: number | null, format: (value: number) => string): string =>
    value === null ? t("cellAnalysis.none") : format(value);
  const row = (label: string, value: string, interval = "", cellClass?: CellClass) => (
    <tr key={label}>
      <th scope="row">
        {cellClass && <span className={classes.swatch} style={{ background: CELL_COLORS[cellClass] }} aria-hidden />}
        {label}
      </th>
      <td>{value}</td>
      <td>{interval}</td>
    </tr>
  );
  return (
    <>
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col">{t("cellAnalysis.measure")}</th>
            <th scope="col">{t("cellAnalysis.value")}</th>
            <th scope="col">{t("cellAnalysis.interval")}</th>
          </tr>
        </thead>
        <tbody>
          {row(t("cellAnalysis.nuclei"), number(summary.count), "", hasClasses ? undefined : "other")}
          {hasClasses && row(t("cellAnalysis.positive"), number(summary.positiveCount), "", "positive")}
          {hasClasses && row(t("cellAnalysis.negative"), number(summary.negativeCount), "", "negative")}
          {hasClasses &&
            summary.otherCount > 0 &&
            row(t("cellAnalysis.other"), number(summary.otherCount), "", "other")}
          {hasClasses &&
            row(
              shareLabel,
              orNone(summary.positiveShare, share),
              formatInterval(summary.positiveShareInterval95, share, t),
            )}
          {hasClasses && row(t("cellAnalysis.hScore"), orNone(summary.hScore, number))}
          {row(
            t("cellAnalysis.density"),
            orNone(summary.densityPerSquareMillimetre, number),
            formatInterval(summary.densityInterval95, number, t),
          )}
          {row(
            t("cellAnalysis.meanArea"),
            orNone(summary.meanAreaSquareMicrometres, (value) => t("cellAnalysis.squareUm", { value: number(value) })),
          )}
          {row(
            t("cellAnalysis.area"),
            t("cellAnalysis.areaValue", { value: number(areaSquareMicrometres / SQUARE_UM_PER_SQUARE_MM) }),
          )}
        </tbody>
      </table>
      {hasClasses && (
        <p className={classes.quiet}>
          {t("cellAnalysis.intensities")}:{" "}
          {INTENSITIES.map(
            (level) => `${t(`cellAnalysis.intensity_${level}`)} ${number(summary.countByIntensity[level])}`,
          ).join(", ")}
        </p>
      )}
      <AreaHistogram areas={areas} />
    </>
  );
}

function AreaHistogram({ areas }: { readonly areas: readonly number[] }) {
  const { t, i18n } = useTranslation();
  const bars = areaHistogram(areas);
  const most = Math.max(1, ...bars.map(({ number }) => number));
  if (bars.length === 0) return null;
  return (
    <>
      <p className={classes.quiet}>{t("cellAnalysis.histogram")}</p>
      <ul className={classes.histogram} aria-label={t("cellAnalysis.histogram")}>
        {bars.map(({ from, to, number }) => (
          <li
            key={from}
            className={classes.bar}
            style={{ height: `${(100 * number) / most}%` }}
            title={t("cellAnalysis.histogramBar", { from, to, number })}
            aria-label={t("cellAnalysis.histogramBar", { from, to, number })}
          />
        ))}
      </ul>
      <div className={classes.axis} aria-hidden>
        <span>0</span>
        <span>{formatNumber(bars.at(-1)?.to ?? 0, i18n.language)}</span>
      </div>
    </>
  );
}
