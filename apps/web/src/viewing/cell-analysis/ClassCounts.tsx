/** Counts by the class in the region of a result: shown beside the user's own count, and to teachers. */
import { Button, Switch } from "@mantine/core";
import type { CellAnalysis } from "@parfocal/core/cell-analysis/cell-analysis.contract.ts";
import type { ClassCounts } from "@parfocal/core/cell-analysis/cell-count.contract.ts";
import { positiveShareOfCount, summariseCount, totalOfCount } from "@parfocal/core/cell-analysis/count-by-hand.ts";
import { CLASS_COUNTS_MIN } from "@parfocal/core/cell-analysis/count-histogram.ts";
import type { NucleiSummary } from "@parfocal/core/cell-analysis/summarise-nuclei.ts";
import { useTranslation } from "react-i18next";
import { useSession } from "#platform/session.tsx";
import classes from "./CellAnalysis.module.css";
import { ComparisonTable } from "./ComparisonTable.tsx";
import { useClassCounts, useCountFirstChanges } from "./cell-count.api.ts";
import { formatNumber } from "./number-texts.ts";

const PERCENT = 100;

interface SavedCountPartProps {
  readonly analysis: CellAnalysis;
  /** Counts of the analyser, with corrections. */
  readonly summary: NucleiSummary;
  readonly hasClasses: boolean;
}

/** The saved count beside the result, and the counts of the class. */
export function SavedCountPart({ analysis, summary, hasClasses }: SavedCountPartProps) {
  const { t } = useTranslation();
  const { ownCount, areaSquareMicrometres } = analysis;
  if (!ownCount) return null;
  return (
    <>
      <ComparisonTable
        heads={[t("cellAnalysis.ownCount"), t("cellAnalysis.analysis")]}
        first={summariseCount(ownCount, areaSquareMicrometres)}
        second={analysis.summary ?? summary}
        hasClasses={hasClasses}
        hasDifference
      />
      <Distribution analysis={analysis} />
    </>
  );
}

/** For experts: whether learners count this result first, and their counts. */
export function CountFirstPart({ analysis }: Pick<SavedCountPartProps, "analysis">) {
  const { t } = useTranslation();
  const { can } = useSession();
  const { setCountFirst } = useCountFirstChanges(analysis);
  const { isUserOwner, isCountFirst } = analysis;
  if (!can("annotateAsExpert")) return null;
  return (
    <>
      {isUserOwner && (
        <Switch
          mt="md"
          label={t("cellAnalysis.letCountFirst")}
          description={t("cellAnalysis.letCountFirstHint")}
          checked={isCountFirst}
          disabled={setCountFirst.isPending}
          onChange={({ currentTarget: { checked } }) => setCountFirst.mutate(checked)}
        />
      )}
      {isCountFirst && <Distribution analysis={analysis} />}
    </>
  );
}

function Distribution({ analysis }: Pick<SavedCountPartProps, "analysis">) {
  const { t, i18n } = useTranslation();
  const { data, isError, refetch } = useClassCounts(analysis.id);
  const { ownCount } = analysis;
  if (isError)
    return (
      <p className={classes.problem} role="alert">
        {t("cellAnalysis.classFailed")}{" "}
        <Button size="compact-sm" variant="default" onClick={() => void refetch()}>
          {t("cellAnalysis.retry")}
        </Button>
      </p>
    );
  if (!data) return null;
  const ownShare = ownCount && positiveShareOfCount(ownCount);
  return (
    <section aria-label={t("cellAnalysis.classCounts")}>
      <p className={classes.quiet}>
        <strong>{t("cellAnalysis.classCounts")}</strong>{" "}
        {t("cellAnalysis.classNumber", { count: data.number, number: formatNumber(data.number, i18n.language) })}
      </p>
      {data.number > 0 && !data.counts && (
        <p className={classes.quiet}>{t("cellAnalysis.classTooFew", { min: CLASS_COUNTS_MIN })}</p>
      )}
      {data.counts && (
        <ClassHistogram
          title={t("cellAnalysis.classNuclei")}
          histogram={data.counts}
          own={ownCount && totalOfCount(ownCount)}
        />
      )}
      {data.positivePercents && (
        <ClassHistogram
          title={t("cellAnalysis.classShares")}
          histogram={data.positivePercents}
          own={ownShare === null ? null : PERCENT * ownShare}
        />
      )}
    </section>
  );
}

interface ClassHistogramProps {
  readonly title: string;
  readonly histogram: NonNullable<ClassCounts["counts"]>;
  /** The user's own value; null: none. */
  readonly own: number | null;
}

function ClassHistogram({ title, histogram: { bars, median }, own }: ClassHistogramProps) {
  const { t, i18n } = useTranslation();
  const number = (value: number): string => formatNumber(value, i18n.language);
  const most = Math.max(1, ...bars.map((bar) => bar.number));
  const last = bars.length - 1;
  return (
    <>
      <p className={classes.quiet}>{t("cellAnalysis.classMedian", { title, median: number(median) })}</p>
      <ul className={classes.histogram} aria-label={title}>
        {bars.map((bar, at) => {
          const isOwn = own !== null && own >= bar.from && (own < bar.to || at === last);
          const said = { from: number(bar.from), to: number(bar.to), number: number(bar.number) };
          const label = t(isOwn ? "cellAnalysis.classBarOwn" : "cellAnalysis.classBar", said);
          return (
            <li
              key={bar.from}
              className={classes.classBar}
              data-own={isOwn || undefined}
              style={{ height: `${(PERCENT * bar.number) / most}%` }}
              title={label}
              aria-label={label}
            />
          );
        })}
      </ul>
      <div className={classes.axis} aria-hidden>
        <span>{number(bars[0]?.from ?? 0)}</span>
        <span>{number(bars.at(-1)?.to ?? 0)}</span>
      </div>
      {own !== null && <p className={classes.quiet}>{t("cellAnalysis.classOwn")}</p>}
    </>
  );
}
