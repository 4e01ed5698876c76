/** Opens a Leica SCN file. Experimental: written from documentation, not tested with a file from a scanner. */
import type { ConvertibleFile } from "../../opening/convertible-file.ts";
import { convertibleTiff } from "../../opening/convertible-tiff.ts";
import type { FileToOpen } from "../../opening/file-kind.ts";
import type { OpenedSlide } from "../../opening/opened-slide.ts";
import { SlideFileError } from "../../slide-source.ts";
import { isServedAsIs } from "../../tiff/served-as-is.ts";
import type { TiffFile } from "../../tiff/tiff-page.ts";
import { TiffSlideSource } from "../../tiff/tiff-slide-source.ts";
import { MosaicSlideSource } from "../mosaic/mosaic-slide-source.ts";
import { isServedFromFile } from "../planes/plane-layout.ts";
import { PlaneSlideSource } from "../planes/plane-slide-source.ts";
import { LEICA_NAMESPACE, parseLeicaDocument } from "./leica-document.ts";
import {
  findCompanions,
  findRegions,
  hasPlanes,
  leicaDirectory,
  leicaFacts,
  leicaMosaic,
  leicaPlanes,
} from "./leica-layout.ts";

export function isLeica({ pages: [first] }: TiffFile): boolean {
  return first?.description.slice(0, 65_536).includes(LEICA_NAMESPACE) ?? false;
}

/** @throws SlideFileError if its description cannot be parsed, or does not match its images. */
export async function openLeica(tiff: TiffFile, { file }: FileToOpen): Promise<OpenedSlide | ConvertibleFile> {
  const document = parseLeicaDocument(tiff.pages[0]!.description);
  const regions = findRegions(document, tiff);
  const [largest] = regions;
  if (hasPlanes(largest!)) {
    const layout = leicaPlanes(largest!, leicaFacts(document, regions, 1, tiff), tiff);
    if (isServedFromFile(layout)) return new PlaneSlideSource(file, layout);
    throw new SlideFileError("unsupported", "Parfocal cannot read the channel format of this Leica file.");
  }
  const { page } = largest!.levels[0]!;
  const companions = findCompanions(regions);
  const facts = leicaFacts(document, regions, companions.length, tiff);
  if (!isServedAsIs(page)) {
    return { ...convertibleTiff(page, tiff.pages.indexOf(page)), pixelSizeUm: facts.pixelSizeUm };
  }
  return companions.length > 1
    ? new MosaicSlideSource(file, leicaMosaic(companions, facts, tiff.isLittleEndian))
    : new TiffSlideSource(file, leicaDirectory(largest!, facts, tiff.isLittleEndian, file.size));
}
