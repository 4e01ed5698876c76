import { Button } from "@mantine/core";
import { CSV_BYTE_ORDER_MARK } from "@parfocal/core/csv/csv-text.ts";
import type { PixelSizeUm } from "@parfocal/core/geometry/slide-point.ts";
import type { CellCount, GridGeometry } from "@parfocal/core/grid/grid-cells.ts";
import { useTranslation } from "react-i18next";
import { formatQuantity } from "#ui/quantity-text.ts";
import { saveTextFile } from "#ui/save-file.ts";
import { countsAsCsv } from "./counted-places.ts";
import classes from "./Grid.module.css";

const FILE_NAME = "grid-counts.csv";

interface GridCountsProps {
  /** Whether all annotations are loaded, so that they can be counted. */
  readonly canCount: boolean;
  /** Null: nothing has been counted. */
  readonly counts: readonly CellCount[] | null;
  readonly geometry: () => GridGeometry | null;
  readonly pixelSizeUm: PixelSizeUm;
  readonly cellSizeMm: number;
  readonly onCount: () => void;
  readonly onStop: () => void;
}

/** Number of shown annotations in each cell: calculated on request, shown as a table, exported as CSV. */
export function GridCounts({ canCount, counts, geometry, pixelSizeUm, cellSizeMm, onCount, onStop }: GridCountsProps) {
  const { t, i18n } = useTranslation();
  const total = counts?.reduce((sum, { count }) => sum + count, 0) ?? 0;

  function saveCsv(): void {
    const grid = geometry();
    if (!counts || !grid) return;
    const heads = {
      cell: t("grid.cell"),
      count: t("grid.number"),
      left: t("grid.left"),
      top: t("grid.top"),
      size: t("grid.sizeMm"),
    };
    const text = CSV_BYTE_ORDER_MARK + countsAsCsv(counts, grid, pixelSizeUm, cellSizeMm, heads);
    saveTextFile({ name: FILE_NAME, text, type: "text/csv" });
  }

  if (!canCount) {
    return (
      <section className={classes.counting} aria-label={t("grid.count")}>
        <p className={classes.quiet} role="status">
          {t("grid.countTooMany")}
        </p>
      </section>
    );
  }
  return (
    <section className={classes.counting} aria-label={t("grid.count")}>
      <p className={classes.quiet}>{t("grid.countHint")}</p>
      <div role="status">
        {counts && (counts.length > 0 ? t("grid.counted", { total, cells: counts.length }) : t("grid.countNone"))}
      </div>
      {counts && counts.length > 0 && (
        <table className={classes.table}>
          <thead>
            <tr>
              <th scope="col">{t("grid.cell")}</th>
              <th scope="col">{t("grid.number")}</th>
            </tr>
          </thead>
          <tbody>
            {counts.map(({ label, count }) => (
              <tr key={label}>
                <th scope="row">{label}</th>
                <td>{formatQuantity(count, i18n.language)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <div className={classes.buttons}>
        <Button size="compact-md" variant="default" onClick={onCount}>
          {t("grid.count")}
        </Button>
        {counts && counts.length > 0 && (
          <Button size="compact-md" variant="default" onClick={saveCsv}>
            {t("grid.exportCsv")}
          </Button>
        )}
        {counts && (
          <Button size="compact-md" variant="subtle" color="gray" onClick={onStop}>
            {t("grid.stopCounting")}
          </Button>
        )}
      </div>
    </section>
  );
}
