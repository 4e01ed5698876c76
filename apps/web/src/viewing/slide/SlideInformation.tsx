import { Button } from "@mantine/core";
import type { Image } from "@parfocal/core/image/image.contract.ts";
import { IconDownload } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { AboutSlide } from "#about/AboutSlide.tsx";
import { CustomFields } from "#custom-field/CustomFields.tsx";
import { useSharedLink } from "#platform/shared-link.ts";
import type { SlideFeatureProps } from "#slide-feature/slide-feature-props.ts";
import { dateFormat } from "#ui/locale-formats.ts";
import { formatQuantity } from "#ui/quantity-text.ts";
import { SlidePanel } from "#ui/SlidePanel.tsx";
import { Fact } from "./Fact.tsx";
import { FileProperties } from "./FileProperties.tsx";
import { formatNameOf } from "./format-names.ts";
import { OtherViewers } from "./OtherViewers.tsx";
import { PatientData } from "./PatientData.tsx";
import { ScanFacts } from "./ScanFacts.tsx";
import classes from "./SlideInformation.module.css";
import { pixelSizeOf } from "./slide-description.ts";
import { fileSizeText, pixelSizeText, sizeInMillimetresText, sizeInPixelsText } from "./slide-numbers.ts";

/**
 * All information about the slide in one panel: its contents and relations, then its file with sizes and associated
 * images. A share link shows the latter only, or nothing if it hides information.
 */
export function SlideInformation({ image, place, isOpen, onClose }: SlideFeatureProps) {
  const { t } = useTranslation();
  const isLink = useSharedLink() !== null;
  const isSameOrigin = image.slideInformation.tileDataSourceType === "tiles";
  if (!isOpen) return null;
  return (
    <SlidePanel title={t("slide.information")} size="wide" onClose={onClose}>
      {image.subtitle && <p className={classes.subtitle}>{image.subtitle}</p>}
      {image.summary && <p className={classes.summary}>{image.summary}</p>}
      <CustomFields fields={image.customFields} />
      {!isLink && <AboutSlide image={image} place={place} />}
      <h3>{t("slide.infoSlideAndFile")}</h3>
      <AssociatedPictures image={image} />
      <Measures image={image} />
      <ScanFacts image={image} />
      {isSameOrigin && image.userCanEdit && <PatientData image={image} />}
      {image.slideInformation.tilesZipUrl !== null && <TilesZip url={image.slideInformation.tilesZipUrl} />}
      <FileProperties properties={image.fileProperties} />
      {isSameOrigin && image.userCanEdit && <OtherViewers imageId={image.id} />}
    </SlidePanel>
  );
}

/** A plain link: the browser shows the progress of the download. */
function TilesZip({ url }: { readonly url: string }) {
  const { t } = useTranslation();
  return (
    <p>
      <Button
        component="a"
        href={url}
        download
        variant="default"
        leftSection={<IconDownload size={18} stroke={1.5} aria-hidden />}
      >
        {t("slide.downloadTiles")}
      </Button>
    </p>
  );
}

function AssociatedPictures({ image }: { readonly image: Image }) {
  const { t } = useTranslation();
  const { associatedImages: pictures } = image;
  if (pictures.length === 0) return null;
  return (
    <div className={classes.pictures}>
      {pictures.map(({ name, url, width, height }) => (
        <figure key={name}>
          <img src={url} width={width} height={height} alt={t(`slide.${name}`)} loading="lazy" />
          <figcaption>{t(`slide.${name}`)}</figcaption>
        </figure>
      ))}
    </div>
  );
}

function Measures({ image }: { readonly image: Image }) {
  const { t, i18n } = useTranslation();
  const { slideInformation: information } = image;
  const locale = i18n.language;
  const pixel = information && pixelSizeOf(information);
  const unknown = t("slide.infoUnknown");
  return (
    <dl className={classes.facts}>
      {image.tags.length > 0 && <Fact name={t("item.tags")}>{image.tags.join(", ")}</Fact>}
      {information?.tilesDataSourceUrl ? (
        <Fact name={t("slide.externalUrl")}>{information.tilesDataSourceUrl}</Fact>
      ) : (
        image.originalFilename !== "" && <Fact name={t("slide.infoFile")}>{image.originalFilename}</Fact>
      )}
      <Fact name={t("slide.infoFormat")}>{formatNameOf(image.fileFormat) ?? t("slide.infoPicture")}</Fact>
      {!information?.tilesDataSourceUrl && (
        <Fact name={t("slide.infoFileSize")}>{fileSizeText(locale, image.fileBytes)}</Fact>
      )}
      {image.addedAt !== null && (
        <Fact name={t("slide.infoAdded")}>{addedText(locale, image.addedAt, image.addedBy)}</Fact>
      )}
      {information && (
        <>
          <Fact name={t("slide.infoSize")}>{sizeInPixelsText(locale, information)}</Fact>
          <Fact name={t("slide.infoSizeMm")}>
            {pixel ? sizeInMillimetresText(locale, information, pixel) : unknown}
          </Fact>
          <Fact name={t("slide.infoPixelSize")}>{pixel ? pixelSizeText(locale, pixel) : unknown}</Fact>
          <Fact name={t("slide.infoObjective")}>
            {information.objectivePower === null ? unknown : `${formatQuantity(information.objectivePower, locale)}×`}
          </Fact>
          <Fact name={t("slide.infoLevels")}>{formatQuantity(information.levels.length, locale)}</Fact>
        </>
      )}
    </dl>
  );
}

/** "22 Nov 2026, Ana Kidney"; only the date if the person is unknown. */
function addedText(locale: string, addedAt: string, addedBy: string | null): string {
  const day = dateFormat(locale, { dateStyle: "medium" }).format(new Date(addedAt));
  return addedBy === null ? day : `${day}, ${addedBy}`;
}
