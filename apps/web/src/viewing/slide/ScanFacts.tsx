/** Scan properties of the file; only content managers see more than the scanner and the objective. */
import type { Image } from "@parfocal/core/image/image.contract.ts";
import { useTranslation } from "react-i18next";
import { formatQuantity } from "#ui/quantity-text.ts";
import { Fact } from "./Fact.tsx";
import classes from "./SlideInformation.module.css";
import { scanDateText } from "./scan-date-text.ts";

export function ScanFacts({ image }: { readonly image: Image }) {
  const { t, i18n } = useTranslation();
  const { scanFacts: scan } = image;
  if (scan === null) return null;
  const scanner = [scan.scannerMaker, scan.scannerModel].filter(Boolean).join(" ");
  const rows: [name: string, value: string | null][] = [
    [t("slide.infoScanner"), scanner || null],
    [t("slide.infoSerial"), scan.scannerSerial],
    [t("slide.infoScannedAt"), scan.scannedAt && scanDateText(i18n.language, scan.scannedAt)],
    [t("slide.infoAperture"), scan.objectiveNa === null ? null : formatQuantity(scan.objectiveNa, i18n.language)],
    [t("slide.infoStain"), scan.stain],
    [t("slide.infoBarcode"), scan.barcode],
    [t("slide.infoSoftware"), scan.software],
  ];
  const known = rows.filter((row): row is [string, string] => row[1] !== null);
  if (known.length === 0) return image.userCanEdit ? <p className={classes.hint}>{t("slide.infoNoScan")}</p> : null;
  return (
    <>
      <h3>{t("slide.infoScan")}</h3>
      <dl className={classes.facts}>
        {known.map(([name, value]) => (
          <Fact key={name} name={name}>
            {value}
          </Fact>
        ))}
      </dl>
    </>
  );
}
