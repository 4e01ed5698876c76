/**
 * The layout of a generic tiled TIFF: levels, pixel size from the resolution tags (or else from the description),
 * orientation. Our own pyramids are such files.
 */
import { physicalPixelSize } from "../codec/physical-pixel-size.ts";
import type { AssociatedImageName, OrientationDeg, PixelSizeUm } from "../slide-source.ts";
import { chooseLevels } from "./choose-levels.ts";
import { readDescriptionPairs, readPositiveNumber } from "./description-pairs.ts";
import { isReadable } from "./served-as-is.ts";
import { DIRECTORY_VERSION, type SlideDirectory } from "./slide-directory.ts";
import type { PictureStorage, TiffFile, TiffPage } from "./tiff-page.ts";

/** Millimetres in a TIFF resolution unit: inch, centimetre. */
const UNIT_MM: Readonly<Record<number, number>> = { 2: 25.4, 3: 10 };

/** TIFF orientations that are a rotation, as the clockwise rotation that makes the stored image upright. */
const ORIENTATION_DEG: Readonly<Record<number, OrientationDeg>> = { 1: 0, 3: 180, 6: 90, 8: 270 };

/** Larger associated images are ignored. */
const MAX_ASSOCIATED_PX = 16_000_000;

/** @param base an image that is served from its own tiles. */
export function tiffLayout(tiff: TiffFile, base: TiffPage, fileBytes: number): SlideDirectory {
  const pairs = readDescriptionPairs(base.description);
  const mpp = readPositiveNumber(pairs.get("MPP"));
  return {
    version: DIRECTORY_VERSION,
    fileBytes,
    isLittleEndian: tiff.isLittleEndian,
    format: "tiff",
    levels: chooseLevels(base, tiff).map(({ facts, picture }) => ({ facts, picture: storageOf(picture) })),
    associatedImages: tiff.pages.flatMap((page) => associatedImage(nameInDescription(page), page)),
    pixelSizeUm: pixelSizeOf(base) ?? (mpp === null ? null : { x: mpp, y: mpp }),
    objectivePower: readPositiveNumber(pairs.get("AppMag")),
    orientationDeg: ORIENTATION_DEG[base.orientation] ?? 0,
    properties: propertiesOf(base),
  };
}

/** Only what is needed to read the pixels. */
export function storageOf(page: TiffPage): PictureStorage {
  return {
    width: page.width,
    height: page.height,
    segmentWidth: page.segmentWidth,
    segmentHeight: page.segmentHeight,
    offsets: page.offsets,
    byteCounts: page.byteCounts,
    compression: page.compression,
    photometric: page.photometric,
    samplesPerPixel: page.samplesPerPixel,
    predictor: page.predictor,
    jpegTables: page.jpegTables,
    colourMap: page.colourMap,
  };
}

/** One entry, or none if the image has no name or cannot be read. */
export function associatedImage(name: AssociatedImageName | null, page: TiffPage): SlideDirectory["associatedImages"] {
  const isUsable = name !== null && isReadable(page) && page.width * page.height <= MAX_ASSOCIATED_PX;
  return isUsable ? [{ name, picture: storageOf(page) }] : [];
}

/** Some writers store a label or macro beside the levels and name it in a description of one word. */
function nameInDescription({ description }: TiffPage): AssociatedImageName | null {
  const word = description.trim().toLowerCase();
  return word === "label" || word === "macro" || word === "thumbnail" ? word : null;
}

/** Pixel size from the resolution tags if it is plausible for a microscope image; null otherwise. */
export function pixelSizeOf({
  xResolution,
  yResolution,
  resolutionUnit,
}: Pick<TiffPage, "xResolution" | "yResolution" | "resolutionUnit">): PixelSizeUm | null {
  const unitMm = UNIT_MM[resolutionUnit];
  if (unitMm === undefined || xResolution <= 0) return null;
  return physicalPixelSize({
    x: xResolution / unitMm,
    y: (yResolution > 0 ? yResolution : xResolution) / unitMm,
  });
}

function propertiesOf(page: TiffPage): Record<string, string> {
  const properties = {
    "tiff.Make": page.make,
    "tiff.Model": page.model,
    "tiff.Software": page.software,
    "tiff.DateTime": page.dateTime,
    "tiff.ImageDescription": page.description.slice(0, 1000),
  };
  return Object.fromEntries(Object.entries(properties).filter(([, value]) => value !== ""));
}
