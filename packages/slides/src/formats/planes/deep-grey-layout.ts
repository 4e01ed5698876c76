/**
 * The layout of a tiled grey TIFF with more than 8 bits and no other metadata: one channel with an adjustable display
 * range. In strips it is treated as a plain image, like those of cameras.
 */
import { findBasePage } from "../../tiff/choose-levels.ts";
import { isReadablePlane } from "../../tiff/plane-reader.ts";
import { sampleKindOf } from "../../tiff/sample-kind.ts";
import { SUBFILE } from "../../tiff/tiff-fields.ts";
import { tiffLayout } from "../../tiff/tiff-layout.ts";
import type { TiffFile, TiffPage } from "../../tiff/tiff-page.ts";
import { type PlaneLayout, type PlanePage, planeLevels } from "./plane-layout.ts";

export function isDeepGrey(tiff: TiffFile): boolean {
  return tiff.pages.length > 0 && isDeepGreyPage(findBasePage(tiff));
}

function isDeepGreyPage(page: TiffPage): boolean {
  const isUpright = page.orientation === 1;
  return (
    page.isTiled &&
    isUpright &&
    page.samplesPerPixel === 1 &&
    sampleKindOf(page)?.servedBits === 16 &&
    isReadablePlane(page)
  );
}

/** @param fileBytes size of the file. @throws SlideFileError if its index is too short. */
export function deepGreyLayout(tiff: TiffFile, fileBytes: number): PlaneLayout {
  const base = findBasePage(tiff);
  const { format, pixelSizeUm, objectivePower, orientationDeg, properties, isLittleEndian, associatedImages } =
    tiffLayout(tiff, base, fileBytes);
  const planeOf = (page: TiffPage): PlanePage[] => [{ page, samples: [0] }];
  const isLevel = (page: TiffPage) =>
    page !== base && (page.subfileType & (SUBFILE.mask | SUBFILE.macro)) === 0 && isDeepGreyPage(page);
  const reduced = tiff.pages.filter(isLevel).map(planeOf);
  const { bits, isSigned } = sampleKindOf(base)!;
  const window = { min: 0, max: 2 ** (isSigned ? 16 : bits) - 1 };
  return {
    format,
    pixelSizeUm,
    objectivePower,
    orientationDeg,
    properties,
    isLittleEndian,
    associatedImages,
    planes: {
      channels: [{ name: "Channel 1", colour: "#ffffff", window }],
      sampleBits: 16,
      depths: 1,
      depthSpacingUm: null,
      times: 1,
    },
    levels: planeLevels(planeOf(base), reduced),
  };
}
