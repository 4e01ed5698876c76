import { Button } from "@mantine/core";
import type { Corrections } from "@parfocal/core/cell-analysis/corrections.ts";
import {
  NUCLEUS_HEADS,
  type NucleusTableTexts,
  nucleiAsCsv,
  nucleiAsGeoJson,
} from "@parfocal/core/cell-analysis/export-nuclei.ts";
import type { PackedNuclei } from "@parfocal/core/cell-analysis/packed-nuclei.ts";
import { CSV_BYTE_ORDER_MARK } from "@parfocal/core/csv/csv-text.ts";
import type { PixelSizeUm } from "@parfocal/core/geometry/slide-point.ts";
import type { TFunction } from "i18next";
import { useTranslation } from "react-i18next";
import { saveFile, saveTextFile } from "#ui/save-file.ts";
import classes from "./CellAnalysis.module.css";

const CSV_FILE = "nuclei.csv";
const GEOJSON_FILE = "nuclei.geojson";

interface ExportPartProps {
  readonly nuclei: PackedNuclei;
  readonly corrections: Corrections;
  readonly pixel: PixelSizeUm;
  readonly isReady: boolean;
}

/** Exports the nuclei. */
export function ExportPart({ nuclei, corrections, pixel, isReady }: ExportPartProps) {
  const { t } = useTranslation();
  const saveCsv = (): void => {
    const text = CSV_BYTE_ORDER_MARK + nucleiAsCsv(nuclei, corrections, pixel, tableTexts(t));
    saveTextFile({ name: CSV_FILE, text, type: "text/csv" });
  };
  const saveGeoJson = (): void =>
    saveFile(GEOJSON_FILE, new Blob([nucleiAsGeoJson(nuclei, corrections)], { type: "application/geo+json" }));
  return (
    <fieldset className={classes.buttons} aria-label={t("cellAnalysis.exported")}>
      <Button size="compact-md" variant="default" disabled={!isReady} onClick={saveCsv}>
        {t("cellAnalysis.csv")}
      </Button>
      <Button size="compact-md" variant="default" disabled={!isReady} onClick={saveGeoJson}>
        {t("cellAnalysis.geoJson")}
      </Button>
    </fieldset>
  );
}

function tableTexts(t: TFunction): NucleusTableTexts {
  const heads = Object.fromEntries(NUCLEUS_HEADS.map((head) => [head, t(`cellAnalysis.head_${head}`)]));
  return {
    heads: heads as NucleusTableTexts["heads"],
    classes: {
      positive: t("cellAnalysis.class_positive"),
      negative: t("cellAnalysis.class_negative"),
      other: t("cellAnalysis.class_other"),
    },
    found: t("cellAnalysis.origin_found"),
    changed: t("cellAnalysis.origin_changed"),
    added: t("cellAnalysis.origin_added"),
  };
}
