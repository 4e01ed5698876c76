/** Opens an OME-TIFF: a single colour image as an ordinary TIFF, all others as planes. */
import type { ConvertibleFile } from "../../opening/convertible-file.ts";
import { convertibleTiff } from "../../opening/convertible-tiff.ts";
import type { FileToOpen } from "../../opening/file-kind.ts";
import type { OpenedSlide } from "../../opening/opened-slide.ts";
import { SlideFileError } from "../../slide-source.ts";
import { isServedAsIs } from "../../tiff/served-as-is.ts";
import { PHOTOMETRIC } from "../../tiff/tiff-fields.ts";
import { tiffLayout } from "../../tiff/tiff-layout.ts";
import type { TiffFile, TiffPage } from "../../tiff/tiff-page.ts";
import { TiffSlideSource } from "../../tiff/tiff-slide-source.ts";
import { openPlanes } from "../planes/open-planes.ts";
import type { PlaneLayout } from "../planes/plane-layout.ts";
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

/** @throws SlideFileError if its description cannot be read, or parts of the image are missing. */
export async function openOmeTiff(tiff: TiffFile, opening: FileToOpen): Promise<OpenedSlide | ConvertibleFile> {
  const slide = isOnePicture(tiff) ? omeSlideIfDescribed(tiff) : omeSlideOf(tiff);
  if (slide === null) return openColour(tiff.pages[0]!, null, tiff, opening);
  if (isInColour(slide) && slide.planes.pages.length === 1) return openColour(slide.page, slide, tiff, opening);
  return openPlanes(omePlaneLayout(slide, tiff), opening);
}

/** @throws SlideFileError */
export function omeLayoutOf(tiff: TiffFile): PlaneLayout {
  return omePlaneLayout(omeSlideOf(tiff), tiff);
}

function omeSlideOf(tiff: TiffFile): OmeSlide {
  return findOmeSlide(parseOmeDocument(tiff.pages[0]!.description), tiff);
}

/**
 * A single colour page is shown unchanged, even if its description cannot be read, or describes the image that it was
 * cropped from.
 */
function isOnePicture({ pages: [first, ...others] }: TiffFile): boolean {
  const isColour = first?.photometric === PHOTOMETRIC.rgb || first?.photometric === PHOTOMETRIC.yCbCr;
  return isColour && others.length === 0;
}

function omeSlideIfDescribed(tiff: TiffFile): OmeSlide | null {
  try {
    return omeSlideOf(tiff);
  } catch (error) {
    if (error instanceof SlideFileError && error.reason === "damaged") return null;
    throw error;
  }
}

/** @param slide null: only the page's own tags are known. */
function openColour(
  page: TiffPage,
  slide: OmeSlide | null,
  tiff: TiffFile,
  { file }: FileToOpen,
): OpenedSlide | ConvertibleFile {
  const facts = slide && omeFacts(slide);
  if (!isServedAsIs(page)) {
    const picture = convertibleTiff(page, tiff.pages.indexOf(page));
    return { ...picture, pixelSizeUm: facts ? facts.pixelSizeUm : picture.pixelSizeUm };
  }
  const layout = tiffLayout(tiff, page, file.size);
  if (slide === null) return new TiffSlideSource(file, { ...layout, properties: {} });
  return new TiffSlideSource(file, { ...layout, ...facts, associatedImages: omeAssociatedImages(slide, tiff) });
}
