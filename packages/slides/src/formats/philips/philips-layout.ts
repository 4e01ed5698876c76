/**
 * The layout of a Philips TIFF. The recorded size of a level includes padding to whole tiles. The real size is computed
 * from the pixel spacing; the first level keeps its recorded size.
 *
 * Source: OpenSlide, "Philips format".
 */
import type { AssociatedImageName, SlideLevel } from "../../slide-source.ts";
import { countSegments } from "../../tiff/choose-levels.ts";
import { isServedAsIs } from "../../tiff/served-as-is.ts";
import type { SlideDirectory } from "../../tiff/slide-directory.ts";
import { associatedImage, storageOf, tiffLayout } from "../../tiff/tiff-layout.ts";
import { type PictureStorage, segmentGridOf, type TiffFile, type TiffPage } from "../../tiff/tiff-page.ts";
import type { PhilipsDocument } from "./philips-document.ts";

/** @param base the first page; it must be one that is served unchanged. */
export function philipsLayout(
  tiff: TiffFile,
  base: TiffPage,
  fileBytes: number,
  document: PhilipsDocument,
): SlideDirectory {
  return {
    ...tiffLayout({ ...tiff, pages: [base] }, base, fileBytes),
    format: "philips-tiff",
    levels: levelsOf(tiff, base, document),
    associatedImages: tiff.pages.flatMap((page) => associatedImage(associatedNameOf(page), page)),
    pixelSizeUm: document.pixelSizeUm,
    objectivePower: null,
    properties: document.properties,
  };
}

function levelsOf(tiff: TiffFile, base: TiffPage, { downsamples }: PhilipsDocument): SlideDirectory["levels"] {
  const pages = tiff.pages.filter((page) => page.isTiled && associatedNameOf(page) === null);
  const hasDownsamples = downsamples.length === pages.length;
  countSegments(base);
  const reduced = pages.flatMap((page, index) => {
    if (page === base || !isServedAsIs(page)) return [];
    countSegments(page);
    const picture = reducedPicture(base, page, hasDownsamples ? downsamples[index]! : powerOfTwoOf(base, page));
    return picture ?? [];
  });
  const bySize = [{ facts: factsOf(base, 1), picture: storageOf(base) }, ...reduced.sort(byWidth)];
  return bySize.filter(({ facts }, index) => index === 0 || facts.width < bySize[index - 1]!.facts.width);
}

/** Null: its tiles do not match those of the base at this scale. */
function reducedPicture(base: TiffPage, page: TiffPage, downsample: number) {
  const width = Math.floor(base.width / downsample);
  const height = Math.floor(base.height / downsample);
  if (downsample <= 1 || width < 1 || height < 1 || width > page.width || height > page.height) return null;
  const picture: PictureStorage = { ...storageOf(page), width, height };
  const isSameGrid = segmentGridOf(picture).columns === segmentGridOf(page).columns;
  return isSameGrid ? { facts: factsOf(picture, downsample), picture } : null;
}

/** Used if spacings are missing: levels are powers of two, as far as the padding permits this conclusion. */
function powerOfTwoOf(base: TiffPage, page: TiffPage): number {
  return 2 ** Math.round(Math.log2(Math.max(base.width / page.width, base.height / page.height)));
}

function factsOf({ width, height, segmentWidth, segmentHeight }: PictureStorage, downsample: number): SlideLevel {
  return { width, height, tileWidth: segmentWidth, tileHeight: segmentHeight, downsample };
}

function byWidth(one: { facts: SlideLevel }, other: { facts: SlideLevel }): number {
  return other.facts.width - one.facts.width;
}

function associatedNameOf({ isTiled, description }: TiffPage): AssociatedImageName | null {
  if (isTiled) return null;
  if (description.startsWith("Label")) return "label";
  return description.startsWith("Macro") ? "macro" : null;
}
