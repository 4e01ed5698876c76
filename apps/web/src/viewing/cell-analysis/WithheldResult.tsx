import { Button, NumberInput } from "@mantine/core";
import { type CellAnalysis, NUCLEI_MAX } from "@parfocal/core/cell-analysis/cell-analysis.contract.ts";
import type { CountByHand } from "@parfocal/core/cell-analysis/count-by-hand.ts";
import type { TallySummary } from "@parfocal/core/cell-analysis/summarise-tally.ts";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import classes from "./CellAnalysis.module.css";
import { useCountFirstChanges } from "./cell-count.api.ts";
import { formatNumber } from "./number-texts.ts";

/** `null`: nothing was entered. */
type Entered = Readonly<Record<keyof CountByHand, number | null>>;

const isCount = (value: number | null): value is number =>
  value !== null && Number.isInteger(value) && value >= 0 && value <= NUCLEI_MAX;

/** The numbers of the manual count whose categories match the classes of the result. */
function fromTally(own: TallySummary | null, hasClasses: boolean): Entered {
  const summary = own?.summary;
  if (!hasClasses) return { positiveCount: 0, negativeCount: 0, otherCount: summary?.count ?? null };
  if (!summary || !own.hasClasses) return { positiveCount: null, negativeCount: null, otherCount: 0 };
  const { positiveCount, negativeCount, otherCount } = summary;
  return { positiveCount, negativeCount, otherCount };
}

interface WithheldResultProps {
  readonly analysis: CellAnalysis;
  /** The manual count inside the region; null: none. */
  readonly own: TallySummary | null;
  readonly hasClasses: boolean;
}

/**
 * Shown instead of a result that is to be counted manually first: the user's own count, from the counting tool or
 * typed.
 */
export function WithheldResult({ analysis, own, hasClasses }: WithheldResultProps) {
  const { t, i18n } = useTranslation();
  const { saveCount } = useCountFirstChanges(analysis);
  const [entered, setEntered] = useState(() => fromTally(own, hasClasses));
  const { positiveCount, negativeCount, otherCount } = entered;
  const input = (name: keyof CountByHand, label: string) => (
    <NumberInput
      label={label}
      min={0}
      allowDecimal={false}
      allowNegative={false}
      clampBehavior="none"
      inputMode="numeric"
      error={
        entered[name] !== null && !isCount(entered[name])
          ? t("cellAnalysis.wrongNumber", { min: 0, max: formatNumber(NUCLEI_MAX, i18n.language) })
          : null
      }
      value={entered[name] ?? ""}
      onChange={(value) => setEntered({ ...entered, [name]: typeof value === "number" ? value : null })}
    />
  );
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (isCount(positiveCount) && isCount(negativeCount) && isCount(otherCount))
          saveCount.mutate({ positiveCount, negativeCount, otherCount });
      }}
    >
      <p className={classes.hint}>{t("cellAnalysis.withheldHint")}</p>
      {own && (
        <p className={classes.status} role="status">
          {t("cellAnalysis.countedByHand", {
            count: own.summary.count,
            number: formatNumber(own.summary.count, i18n.language),
          })}
        </p>
      )}
      <div className={classes.form}>
        {hasClasses && (
          <div className={classes.pair}>
            {input("positiveCount", t("cellAnalysis.positive"))}
            {input("negativeCount", t("cellAnalysis.negative"))}
          </div>
        )}
        {input("otherCount", t(hasClasses ? "cellAnalysis.other" : "cellAnalysis.nuclei"))}
      </div>
      <div className={classes.buttons}>
        <Button type="submit" disabled={!Object.values(entered).every(isCount)} loading={saveCount.isPending}>
          {t("cellAnalysis.saveCount")}
        </Button>
      </div>
    </form>
  );
}
