/**
 * The images of a Ventana slide: levels are named by number and magnification; the image of the whole glass,
 * including the label, is called the label image.
 *
 * Source: OpenSlide, "Ventana format".
 */
import type { AssociatedImageName, SlideDescription } from "../../slide-source.ts";
import { countSegments, findBasePage } from "../../tiff/choose-levels.ts";
import { isServedAsIs } from "../../tiff/served-as-is.ts";
import type { SlideDirectory } from "../../tiff/slide-directory.ts";
import { associatedImage, storageOf, tiffLayout } from "../../tiff/tiff-layout.ts";
import { type PictureStorage, segmentGridOf, type TiffFile, type TiffPage } from "../../tiff/tiff-page.ts";
import type { VentanaScan } from "./ventana-document.ts";

export interface VentanaLevel {
  readonly page: TiffPage;
  readonly downsample: number;
}

const ASSOCIATED_NAMES: Readonly<Record<string, AssociatedImageName>> = {
  "label image": "label",
  label_image: "label",
  thumbnail: "thumbnail",
};

/** From the largest to the smallest; only the base if no page is named as a level. */
export function ventanaLevels(tiff: TiffFile): VentanaLevel[] {
  const named = tiff.pages
    .flatMap((page) => {
      const number = Number(/\blevel=(\d{1,3})\b/.exec(page.description)?.[1] ?? Number.NaN);
      const power = Number(/\bmag=(\d{1,6}(?:\.\d{1,9})?)\b/.exec(page.description)?.[1] ?? Number.NaN);
      return Number.isNaN(number) || !(power > 0) ? [] : [{ page, number, power }];
    })
    .sort((one, other) => one.number - other.number);
  const [full] = named;
  if (full === undefined || full.number !== 0) return [{ page: findBasePage(tiff), downsample: 1 }];
  return named
    .map(({ page, power }) => ({ page, downsample: full.power / power }))
    .filter(({ downsample }, index, all) => index === 0 || downsample > all[index - 1]!.downsample);
}

export type VentanaFacts = Pick<
  SlideDescription,
  "pixelSizeUm" | "objectivePower" | "orientationDeg" | "properties"
> & {
  readonly format: "ventana-bif";
  readonly associatedImages: SlideDirectory["associatedImages"];
};

export function ventanaFacts({ pixelSizeUm, objectivePower, properties }: VentanaScan, tiff: TiffFile): VentanaFacts {
  return {
    format: "ventana-bif",
    pixelSizeUm,
    objectivePower,
    orientationDeg: 0,
    properties,
    associatedImages: tiff.pages.flatMap((page) =>
      associatedImage(ASSOCIATED_NAMES[page.description.trim().toLowerCase()] ?? null, page),
    ),
  };
}

/** Layout of a slide without overlaps: tiles are served unchanged. @throws SlideFileError if an index is too short. */
export function ventanaDirectory(
  levels: readonly VentanaLevel[],
  facts: VentanaFacts,
  tiff: TiffFile,
  fileBytes: number,
): SlideDirectory {
  const [full] = levels;
  const plain = tiffLayout(tiff, full!.page, fileBytes);
  if (levels.length === 1) return { ...plain, ...facts };
  return {
    ...plain,
    ...facts,
    levels: levels
      .filter(({ page }) => isServedAsIs(page) && countSegments(page) > 0)
      .map(({ page, downsample }) => {
        const picture = withoutFilling(full!.page, page, downsample);
        const { width, height, segmentWidth: tileWidth, segmentHeight: tileHeight } = picture;
        return { facts: { width, height, tileWidth, tileHeight, downsample }, picture };
      })
      .filter(({ facts }, index, all) => index === 0 || facts.width < all[index - 1]!.facts.width),
  };
}

/** Removes the padding of smaller levels to whole tiles. */
function withoutFilling(full: TiffPage, page: TiffPage, downsample: number): PictureStorage {
  const width = Math.min(page.width, Math.ceil(full.width / downsample));
  const height = Math.min(page.height, Math.ceil(full.height / downsample));
  const picture = { ...storageOf(page), width, height };
  return segmentGridOf(picture).columns === segmentGridOf(page).columns ? picture : storageOf(page);
}
