import type { Image } from "@parfocal/core/image/image.contract.ts";
import { useTranslation } from "react-i18next";
import { formatNameOf } from "#slide/format-names.ts";
import { fileSizeText, sizeInPixelsText } from "#slide/slide-numbers.ts";
import { formatQuantity } from "#ui/quantity-text.ts";
import classes from "./ImageEditor.module.css";

/** Read-only properties of the file. */
export function ImageFileFacts({ image }: { readonly image: Image }) {
  const { t, i18n } = useTranslation();
  const { slideInformation: information, scanFacts } = image;
  const scanner = [scanFacts?.scannerMaker, scanFacts?.scannerModel].filter(Boolean).join(" ");
  const facts: readonly (readonly [string, string | null])[] = [
    [t("image.fileName"), information?.tilesDataSourceUrl ?? image.originalFilename],
    [t("image.fileFormat"), formatNameOf(image.fileFormat)],
    [t("image.fileSize"), image.fileBytes > 0 ? fileSizeText(i18n.language, image.fileBytes) : null],
    [t("image.filePixels"), information && sizeInPixelsText(i18n.language, information)],
    [
      t("image.fileObjective"),
      information?.objectivePower ? `${formatQuantity(information.objectivePower, i18n.language)}×` : null,
    ],
    [t("image.fileScanner"), scanner],
    [t("image.fileStain"), scanFacts?.stain ?? null],
    [t("image.fileBarcode"), scanFacts?.barcode ?? null],
  ];
  return (
    <section aria-label={t("image.file")}>
      <h3 className={classes.heading}>{t("image.file")}</h3>
      <dl className={classes.facts}>
        {facts.map(([name, value]) =>
          value ? (
            <div key={name} style={{ display: "contents" }}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ) : null,
        )}
      </dl>
    </section>
  );
}
