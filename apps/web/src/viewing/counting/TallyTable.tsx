import type { TallyResult } from "@parfocal/core/counting/tally-result.ts";
import { useTranslation } from "react-i18next";
import { formatQuantity, formatShare } from "#ui/quantity-text.ts";
import classes from "./Counting.module.css";
import { formatAmount, formatRange } from "./counting-texts.ts";
import { MarkIcon } from "./MarkIcon.tsx";

interface TallyTableProps {
  readonly result: TallyResult;
  readonly isFollowing: boolean;
}

/** Live results of the count. */
export function TallyTable({ result, isFollowing }: TallyTableProps) {
  const { t, i18n } = useTranslation();
  const language = i18n.language;
  const amount = (value: number): string => formatAmount(value, language);
  const share = (value: number): string => formatShare(value, language);
  const { areaMm2, categories, total, ratio, target, perRegion } = result;
  const hasShares = target !== null;
  const cells = ({ count, interval, density }: TallyResult["total"]) => (
    <>
      <td>{formatQuantity(count, language)}</td>
      {density && <td>{amount(density.perMm2)}</td>}
      <td>{formatRange(density?.interval ?? interval, amount, t)}</td>
    </>
  );
  return (
    <section aria-label={t("counting.result")}>
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col">{t("counting.category")}</th>
            <th scope="col">{t("counting.number")}</th>
            {areaMm2 !== null && <th scope="col">{t("counting.perMm2")}</th>}
            <th scope="col">{areaMm2 === null ? t("counting.interval") : t("counting.intervalPerMm2")}</th>
          </tr>
        </thead>
        <tbody>
          {categories.map((row) => (
            <tr key={row.category.id}>
              <th scope="row">
                <MarkIcon {...row.category} /> {row.category.name}
                {hasShares && row.share && <span className={classes.quiet}> {share(row.share.value)}</span>}
              </th>
              {cells(row)}
            </tr>
          ))}
          <tr className={classes.total}>
            <th scope="row">{t("counting.all")}</th>
            {cells(total)}
          </tr>
        </tbody>
      </table>
      {ratio && (
        <p className={classes.ratio}>
          {t("counting.ratioValue", { part: ratio.part.name, rest: ratio.rest.name, value: share(ratio.value) })}{" "}
          <span className={classes.quiet}>({formatRange(ratio.interval, share, t)})</span>
        </p>
      )}
      {target && (
        <p className={classes.target} data-reached={target.isReached || undefined} role="status">
          {target.isReached
            ? t("counting.targetReached", { wanted: target.count })
            : t("counting.targetProgress", { number: total.count, wanted: target.count })}
        </p>
      )}
      {total.outside + total.edge > 0 && (
        <p className={classes.notCounted}>
          {t("counting.notCounted", { number: total.outside + total.edge })} (
          {[
            ...(total.outside > 0 ? [t("counting.whyOutside", { number: total.outside })] : []),
            ...(total.edge > 0 ? [t("counting.whyEdge", { number: total.edge })] : []),
          ].join(", ")}
          )
        </p>
      )}
      {perRegion.length > 0 && (
        <p className={classes.quiet}>{t("counting.perSquare", { numbers: perRegion.join(", ") })}</p>
      )}
      <p className={classes.quiet}>
        {areaMm2 === null ? t("counting.everywhere") : t("counting.area", { area: amount(areaMm2) })}
        {isFollowing && ` ${t("counting.followsView")}`}
      </p>
      <p className={classes.quiet}>{t("counting.intervalHint")}</p>
    </section>
  );
}
