/** Opens an OME-TIFF: one picture in colour as the TIFF it is, all others as planes. */
import type { ConvertibleFile } from "../convertible-file.ts";
import type { FileToOpen, OpenedSlide } from "../opened-slide.ts";
import { openPlanes } from "../planes/open-planes.ts";
import type { PlaneLayout } from "../planes/plane-layout.ts";
import { convertibleTiff } from "../tiff/convertible-tiff.ts";
import { isServedAsIs } from "../tiff/served-as-is.ts";
import { tiffLayout } from "../tiff/tiff-layout.ts";
import type { TiffFile } from "../tiff/tiff-page.ts";
import { TiffSlideSource } from "../tiff/tiff-slide-source.ts";
import { isOmeXml, parseOmeDocument } from "./ome-document.ts";
import {
  findOmeSlide,
  isInColour,
  type OmeSlide,
  omeAssociatedImages,
  omeFacts,
  omePlaneLayout,
} from "./ome-layout.ts";

export function isOmeTiff(tiff: TiffFile): boolean {
  return isOmeXml(tiff.pages[0]?.description ?? "");
}

/** @throws SlideFileError if its description cannot be read, or parts of the picture are missing. */
export async function openOmeTiff(tiff: TiffFile, opening: FileToOpen): Promise<OpenedSlide | ConvertibleFile> {
  const slide = omeSlideOf(tiff);
  if (isInColour(slide) && slide.planes.pages.length === 1) return openColour(slide, tiff, opening);
  return openPlanes(omePlaneLayout(slide, tiff), opening);
}

/** @throws SlideFileError */
export function omeLayoutOf(tiff: TiffFile): PlaneLayout {
  return omePlaneLayout(omeSlideOf(tiff), tiff);
}

function omeSlideOf(tiff: TiffFile): OmeSlide {
  return findOmeSlide(parseOmeDocument(tiff.pages[0]!.description), tiff);
}

function openColour(slide: OmeSlide, tiff: TiffFile, { file }: FileToOpen): OpenedSlide | ConvertibleFile {
  const { page } = slide;
  const facts = omeFacts(slide);
  if (!isServedAsIs(page)) {
    return { ...convertibleTiff(page, tiff.pages.indexOf(page)), pixelSizeUm: facts.pixelSizeUm };
  }
  const associatedImages = omeAssociatedImages(slide, tiff);
  return new TiffSlideSource(file, { ...tiffLayout(tiff, page, file.size), ...facts, associatedImages });
}
