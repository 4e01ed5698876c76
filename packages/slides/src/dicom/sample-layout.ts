/**
 * The layout of samples in the frames of a DICOM image.
 *
 * Source: DICOM PS3.3, section C.7.6.3 (Image Pixel); C.8.12.4.1 (values allowed for a whole-slide image).
 */
import { SlideFileError } from "../slide-source.ts";
import { damagedDicom } from "./damaged-dicom.ts";
import type { DataSet } from "./data-set.ts";

export interface SampleLayout {
  readonly columns: number;
  readonly rows: number;
  readonly samplesPerPixel: 1 | 3;
  readonly photometric: string;
  /** Plane by plane, not pixel by pixel. */
  readonly isPlanar: boolean;
  readonly bitsAllocated: 8 | 16;
  readonly bitsStored: number;
  readonly isLittleEndian: boolean;
}

/** Maximum size of a frame, which is a tile here: a larger one would be decoded completely for each view. */
const MAX_FRAME_SIDE_PX = 8192;
const MAX_FRAME_PX = 2 ** 25;

export function isSide(value: number): boolean {
  return Number.isInteger(value) && value >= 1;
}

/** @throws SlideFileError `unsupported` for colour models that slides do not use. */
export function sampleLayoutOf(dataSet: DataSet): SampleLayout {
  const columns = dataSet.number("Columns") ?? 0;
  const rows = dataSet.number("Rows") ?? 0;
  if (!isSide(columns) || !isSide(rows)) throw damagedDicom("its tiles have no size");
  if (Math.max(columns, rows) > MAX_FRAME_SIDE_PX || columns * rows > MAX_FRAME_PX) {
    throw new SlideFileError(
      "tooLarge",
      `This slide's tiles have ${columns} x ${rows} pixels, more than can be shown.`,
    );
  }
  const samplesPerPixel = dataSet.number("SamplesPerPixel") ?? 1;
  const bitsAllocated = dataSet.number("BitsAllocated") ?? 8;
  const bitsStored = dataSet.number("BitsStored") ?? bitsAllocated;
  const photometric = dataSet.text("PhotometricInterpretation") ?? (samplesPerPixel === 1 ? "MONOCHROME2" : "RGB");
  const isColour = photometric === "RGB" || photometric.startsWith("YBR_");
  const isGrey = photometric === "MONOCHROME1" || photometric === "MONOCHROME2";
  const isKnown = samplesPerPixel === 3 ? isColour : samplesPerPixel === 1 && isGrey;
  if (!isKnown || dataSet.number("PixelRepresentation") === 1) {
    throw unsupportedPixels(`${photometric}, ${samplesPerPixel} samples a pixel`);
  }
  if ((bitsAllocated !== 8 && bitsAllocated !== 16) || bitsStored < 1 || bitsStored > bitsAllocated) {
    throw unsupportedPixels(`${bitsStored} of ${bitsAllocated} bits`);
  }
  return {
    columns,
    rows,
    samplesPerPixel: samplesPerPixel as 1 | 3,
    photometric,
    isPlanar: dataSet.number("PlanarConfiguration") === 1,
    bitsAllocated,
    bitsStored,
    isLittleEndian: dataSet.isLittleEndian,
  };
}

function unsupportedPixels(what: string): SlideFileError {
  return new SlideFileError("unsupported", `Parfocal cannot read the pixels of this DICOM slide (${what}).`);
}
