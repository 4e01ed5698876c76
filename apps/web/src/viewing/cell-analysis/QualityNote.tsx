import type { StainKind } from "@parfocal/core/cell-analysis/cell-settings.ts";
import { foundOfTen } from "@parfocal/core/cell-analysis/measured-quality.ts";
import { useTranslation } from "react-i18next";
import classes from "./CellAnalysis.module.css";

/** Measured accuracy of the built-in analyser for this stain. */
export function QualityNote({ stain }: { readonly stain: StainKind }) {
  const { t } = useTranslation();
  const { found, from } = foundOfTen(stain);
  return (
    <p className={classes.quiet}>
      {t(`cellAnalysis.quality_${from}`, { stain: t(`cellAnalysis.stainShort_${stain}`), found })}
    </p>
  );
}
