/**
 * Opens a Ventana slide (BIF, or a TIFF of the iScan). Experimental: written from documentation, not tested with a file
 * from a scanner.
 */
import type { ConvertibleFile } from "../../opening/convertible-file.ts";
import { convertibleTiff } from "../../opening/convertible-tiff.ts";
import type { FileToOpen } from "../../opening/file-kind.ts";
import type { OpenedSlide } from "../../opening/opened-slide.ts";
import { SlideFileError } from "../../slide-source.ts";
import { countSegments } from "../../tiff/choose-levels.ts";
import { isServedAsIs } from "../../tiff/served-as-is.ts";
import type { TiffFile } from "../../tiff/tiff-page.ts";
import { TiffSlideSource } from "../../tiff/tiff-slide-source.ts";
import { MosaicSlideSource } from "../mosaic/mosaic-slide-source.ts";
import { overlappingLevel } from "./overlapping-level.ts";
import { parseVentanaScan, parseVentanaStitching } from "./ventana-document.ts";
import { ventanaDirectory, ventanaFacts, ventanaLevels } from "./ventana-layout.ts";

export function isVentana(tiff: TiffFile): boolean {
  return tiff.pages.some(({ xmp }) => xmp.includes("<iScan"));
}

/** @throws SlideFileError if its description cannot be parsed, or it has several focal planes. */
export async function openVentana(tiff: TiffFile, { file }: FileToOpen): Promise<OpenedSlide | ConvertibleFile> {
  const scan = parseVentanaScan(tiff.pages.find(({ xmp }) => xmp.includes("<iScan"))!.xmp);
  if (scan.depths > 1) {
    throw new SlideFileError(
      "unsupported",
      "This Ventana slide has several focal planes, which Parfocal cannot read. Export one of them as a TIFF.",
    );
  }
  const facts = ventanaFacts(scan, tiff);
  const levels = ventanaLevels(tiff);
  const { page } = levels[0]!;
  const size = { width: page.segmentWidth, height: page.segmentHeight };
  const stitching = page.xmp.includes("<EncodeInfo") ? parseVentanaStitching(page.xmp, size) : null;
  const isOverlapping =
    stitching !== null && !(stitching.advanceX === size.width && stitching.advanceY === size.height);
  if (!isServedAsIs(page)) {
    if (!isOverlapping) return { ...convertibleTiff(page, tiff.pages.indexOf(page)), pixelSizeUm: scan.pixelSizeUm };
    throw new SlideFileError("unsupported", "Parfocal cannot read the tile format of this Ventana slide.");
  }
  if (!isOverlapping) return new TiffSlideSource(file, ventanaDirectory(levels, facts, tiff, file.size));
  const mosaic = levels.flatMap(({ page: own, downsample }) => {
    const isAlike = own.segmentWidth === size.width && own.segmentHeight === size.height;
    if (!isAlike || !isServedAsIs(own) || countSegments(own) === 0) return [];
    return overlappingLevel(own, downsample, stitching) ?? [];
  });
  return new MosaicSlideSource(file, { ...facts, isLittleEndian: tiff.isLittleEndian, levels: mosaic });
}
