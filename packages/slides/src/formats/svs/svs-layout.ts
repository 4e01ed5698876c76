/**
 * The layout of an Aperio SVS file: tiled images are levels, the second image is the thumbnail, and label and macro
 * come last.
 *
 * Source: OpenSlide, "Aperio format"; Aperio MAN-0069.
 */
import type { AssociatedImageName, PixelSizeUm } from "../../slide-source.ts";
import { readDescriptionPairs, readPositiveNumber } from "../../tiff/description-pairs.ts";
import type { SlideDirectory } from "../../tiff/slide-directory.ts";
import { SUBFILE } from "../../tiff/tiff-fields.ts";
import { associatedImage, pixelSizeOf, tiffLayout } from "../../tiff/tiff-layout.ts";
import type { TiffFile, TiffPage } from "../../tiff/tiff-page.ts";
import { aperioPictureName, isAperioDescription } from "./aperio-description.ts";

export function isSvs(tiff: TiffFile): boolean {
  return isAperioDescription(tiff.pages[0]?.description ?? "");
}

/** @param base an image that is served from its own tiles. */
export function svsLayout(tiff: TiffFile, base: TiffPage, fileBytes: number): SlideDirectory {
  const properties = readDescriptionPairs(base.description);
  return {
    ...tiffLayout(tiff, base, fileBytes),
    format: "svs",
    associatedImages: tiff.pages.flatMap((page, index) => associatedImage(associatedName(page, index), page)),
    pixelSizeUm: aperioPixelSize(properties) ?? pixelSizeOf(base),
    properties: Object.fromEntries([...properties].map(([key, value]) => [`aperio.${key}`, value])),
  };
}

/**
 * Label and macro are recognized by name in newer files, otherwise by subfile type: label 1, macro 9. The thumbnail is
 * the second image, in strips.
 */
function associatedName(page: TiffPage, index: number): AssociatedImageName | null {
  if (page.isTiled || index === 0) return null;
  const name = aperioPictureName(page.description);
  if (name === "label" || name === "macro") return name;
  if (index === 1 && page.subfileType === 0) return "thumbnail";
  if (page.subfileType === (SUBFILE.macro | SUBFILE.reduced)) return "macro";
  return page.subfileType === SUBFILE.reduced ? "label" : null;
}

function aperioPixelSize(properties: ReadonlyMap<string, string>): PixelSizeUm | null {
  const um = readPositiveNumber(properties.get("MPP"));
  const x = readPositiveNumber(properties.get("MPPX") ?? properties.get("MPP X")) ?? um;
  const y = readPositiveNumber(properties.get("MPPY") ?? properties.get("MPP Y")) ?? um;
  return x !== null && y !== null ? { x, y } : null;
}
