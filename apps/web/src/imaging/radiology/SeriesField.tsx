/** The series of a radiology item with their properties, and which of them learners can see. */
import { Input, Switch } from "@mantine/core";
import type { RadiologySeries } from "@parfocal/core/radiology/radiology.contract.ts";
import { IconPhotoOff } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { formatQuantity } from "#ui/quantity-text.ts";
import { isHiddenNow, type SeriesChange, withSeriesChange } from "./changed-series.ts";
import styles from "./Radiology.module.css";
import { seriesName } from "./stack/series-name.ts";

interface SeriesFieldProps {
  readonly series: readonly RadiologySeries[];
  /** Unsaved changes of the series' visibility. */
  readonly changes: readonly SeriesChange[];
  /** Files of the zip that are not images. */
  readonly ignoredCount: number;
  readonly onChange: (changes: SeriesChange[]) => void;
}

export function SeriesField({ series, changes, ignoredCount, onChange }: SeriesFieldProps) {
  const { t, i18n } = useTranslation();
  const amount = (value: number): string => formatQuantity(value, i18n.language, { maximumFractionDigits: 2 });
  function facts({ frameCount, columns, rows, pixelSpacingMm, sliceSpacingMm, description }: RadiologySeries): string {
    return [
      description,
      t("radiology.pictureCount", { count: frameCount }),
      t("radiology.size", { columns, rows }),
      pixelSpacingMm && t("radiology.pixelSpacing", { mm: amount(pixelSpacingMm[1]) }),
      sliceSpacingMm !== null && t("radiology.sliceSpacing", { mm: amount(sliceSpacingMm) }),
    ]
      .filter(Boolean)
      .join(" · ");
  }
  return (
    <Input.Wrapper
      label={t("radiology.series")}
      labelElement="div"
      description={ignoredCount > 0 ? t("radiology.ignored", { count: ignoredCount }) : undefined}
    >
      <ul className={styles.rows}>
        {series.map((one) => (
          <li key={one.number} className={styles.row}>
            <span className={styles.picture}>
              {one.thumbnail ? <img src={one.thumbnail} alt="" /> : <IconPhotoOff size={22} stroke={1.5} aria-hidden />}
            </span>
            <span className={styles.text}>
              <span className={styles.name}>{seriesName(t, one)}</span>
              <span className={styles.facts}>{facts(one)}</span>
              {one.fault !== null && <span className={styles.warning}>{t(`radiology.seriesFault_${one.fault}`)}</span>}
              {one.mayShowNames && <span className={styles.warning}>{t("radiology.mayShowNames")}</span>}
            </span>
            <Switch
              label={t("radiology.learnersSee")}
              aria-label={t("radiology.learnersSeeOne", { number: one.number, name: seriesName(t, one) })}
              checked={!isHiddenNow(one, changes)}
              onChange={(event) => onChange(withSeriesChange(changes, one, !event.currentTarget.checked))}
            />
          </li>
        ))}
      </ul>
    </Input.Wrapper>
  );
}
