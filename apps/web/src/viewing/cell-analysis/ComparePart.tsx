import { Button, NativeSelect, SegmentedControl } from "@mantine/core";
import type { CellAnalysis } from "@parfocal/core/cell-analysis/cell-analysis.contract.ts";
import type { NucleiSummary } from "@parfocal/core/cell-analysis/summarise-nuclei.ts";
import type { ShownCells } from "@parfocal/viewer/cell-analysis/create-cell-overlay.ts";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import classes from "./CellAnalysis.module.css";
import { ComparisonTable } from "./ComparisonTable.tsx";
import { useCellAnalysis, useCellNuclei } from "./cell-analysis.api.ts";
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
        heads={[t("cellAnalysis.thisResult"), t("cellAnalysis.otherResult")]}
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
