/** DICOM slides of one image each, for tests; omitted elements are as most scanners write them. */
import type { RawPicture } from "../codec/raw-picture.ts";
import { buildDicom, type DicomElements, type DicomSpec } from "./build-dicom.ts";
import { TILE, tilesOf } from "./slide-files.ts";

export const WHOLE_SLIDE = "1.2.840.10008.5.1.4.1.1.77.1.6";
export const ANNOTATIONS = "1.2.840.10008.5.1.4.1.1.91.1";

/** Elements that describe the storage of an image in tiles of `TILE`, without its frames. */
export function slideElements({ width, height, channels }: RawPicture, more: DicomElements = {}): DicomElements {
  const tiles = Math.ceil(width / TILE.width) * Math.ceil(height / TILE.height);
  return {
    ImageType: "DERIVED\\PRIMARY\\VOLUME\\NONE",
    SOPClassUID: WHOLE_SLIDE,
    SOPInstanceUID: `1.2.3.${width}.${height}`,
    Modality: "SM",
    SeriesInstanceUID: "1.2.3.4",
    SamplesPerPixel: channels,
    PhotometricInterpretation: channels === 1 ? "MONOCHROME2" : "RGB",
    PlanarConfiguration: 0,
    NumberOfFrames: tiles,
    Rows: TILE.height,
    Columns: TILE.width,
    BitsAllocated: 8,
    BitsStored: 8,
    HighBit: 7,
    PixelRepresentation: 0,
    TotalPixelMatrixColumns: width,
    TotalPixelMatrixRows: height,
    DimensionOrganizationType: "TILED_FULL",
    ...more,
  };
}

/** An uncompressed image. @param spec `elements` are added to the default ones. */
export function nativeSlide(picture: RawPicture, { elements, ...spec }: Partial<DicomSpec> = {}): Buffer {
  return buildDicom({
    elements: slideElements(picture, elements),
    pixels: { native: nativeFrames(picture) },
    ...spec,
  });
}

/** The samples of its tiles, concatenated. */
export function nativeFrames(picture: RawPicture): Buffer {
  return Buffer.concat(tilesOf(picture).map(({ samples }) => samples));
}
