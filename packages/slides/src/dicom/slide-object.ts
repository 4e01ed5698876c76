/**
 * The relevant properties of one DICOM file of a slide.
 *
 * Source: DICOM PS3.3, section A.32.8 (VL Whole Slide Microscopy Image), C.8.12.4 (its module), C.7.6.3 (Image Pixel).
 */
import type { RandomAccessBytes } from "../bytes/random-access-bytes.ts";
import { type PixelSizeUm, SlideFileError } from "../slide-source.ts";
import { damagedDicom } from "./damaged-dicom.ts";
import type { DataSet } from "./data-set.ts";
import { propertiesOf } from "./dicom-properties.ts";
import { FramePositions } from "./frame-positions.ts";
import { type DicomFile, MAX_FRAMES, mediaStorageClassOf, readDicomFile } from "./read-data-set.ts";
import { isSide, type SampleLayout, sampleLayoutOf } from "./sample-layout.ts";

/** Location of a file's pixels, without its description. */
export type PixelFile = Omit<DicomFile, "dataSet">;

export type PictureRole = "VOLUME" | "THUMBNAIL" | "LABEL" | "OVERVIEW";

export interface OpticalPath {
  readonly identifier: string;
  /** null: no name. */
  readonly name: string | null;
  /** Emission wavelength, otherwise excitation wavelength; null: unknown. */
  readonly wavelengthNm: number | null;
}

/** Position of an image on the glass. */
export interface PlaceOnGlass {
  /** Position of the first pixel's centre, in mm. */
  readonly originMm: readonly [x: number, y: number] | null;
  /** Directions of a row (to the right) and of a column (down) of the image: x and y on the glass. */
  readonly row: readonly [x: number, y: number];
  readonly column: readonly [x: number, y: number];
}

/** One image instance; several may make up a level (a concatenation, or one for each channel). */
export interface DicomPicture {
  readonly kind: "picture";
  readonly file: PixelFile;
  readonly role: PictureRole;
  readonly sopInstanceUid: string;
  readonly seriesUid: string;
  readonly seriesName: string;
  readonly containerId: string | null;
  readonly pyramidUid: string | null;
  readonly instanceNumber: number;
  /** Size of the whole image, whose tiles are the frames. */
  readonly width: number;
  readonly height: number;
  readonly frameCount: number;
  readonly samples: SampleLayout;
  /** null: the frames follow the order of a full tiling. */
  readonly positions: FramePositions | null;
  readonly opticalPaths: readonly OpticalPath[];
  /** null: unknown. */
  readonly focalPlanes: number | null;
  readonly depthSpacingUm: number | null;
  /** Height above the glass; null: unknown, or given per frame. */
  readonly heightUm: number | null;
  readonly concatenation: {
    readonly uid: string;
    readonly number: number;
    readonly total: number | null;
    readonly frameOffset: number | null;
  } | null;
  readonly pixelSizeUm: PixelSizeUm | null;
  readonly objectivePower: number | null;
  readonly place: PlaceOnGlass | null;
  /** CIELab as stored, or null. */
  readonly absentPixelLab: readonly number[] | null;
  readonly window: { readonly min: number; readonly max: number } | null;
  readonly properties: Readonly<Record<string, string>>;
}

/** Annotations, of which only these properties are read initially. */
export interface DicomAnnotations {
  readonly kind: "annotations";
  readonly bytes: RandomAccessBytes;
  /** UIDs of the annotated images and of their series. */
  readonly imageUids: readonly string[];
  readonly seriesUids: readonly string[];
}

export interface OtherDicom {
  readonly kind: "other";
  /** Type of the object, for user-facing messages: `a CT image`. */
  readonly what: string;
}

export type DicomObject = DicomPicture | DicomAnnotations | OtherDicom;

const WHOLE_SLIDE_CLASS = "1.2.840.10008.5.1.4.1.1.77.1.6";
const ANNOTATIONS_CLASS = "1.2.840.10008.5.1.4.1.1.91.1";

/** Source: DICOM PS3.4, table B.5-1. Other classes are named by their modality. */
const OTHER_CLASSES: Readonly<Record<string, string>> = {
  "1.2.840.10008.1.3.10": "a directory of DICOM files (DICOMDIR)",
  "1.2.840.10008.5.1.4.1.1.1": "a radiograph",
  "1.2.840.10008.5.1.4.1.1.1.1": "a digital radiograph",
  "1.2.840.10008.5.1.4.1.1.2": "a CT image",
  "1.2.840.10008.5.1.4.1.1.4": "an MR image",
  "1.2.840.10008.5.1.4.1.1.3.1": "an ultrasound image",
  "1.2.840.10008.5.1.4.1.1.6.1": "an ultrasound image",
  "1.2.840.10008.5.1.4.1.1.20": "a nuclear medicine image",
  "1.2.840.10008.5.1.4.1.1.128": "a PET image",
  "1.2.840.10008.5.1.4.1.1.66.4": "a segmentation",
  "1.2.840.10008.5.1.4.1.1.7": "a secondary capture",
  "1.2.840.10008.5.1.4.1.1.77.1.2": "a single microscope image (VL Microscopic Image)",
  "1.2.840.10008.5.1.4.1.1.77.1.3": "a single microscope image (VL Slide-Coordinates Microscopic Image)",
  "1.2.840.10008.5.1.4.1.1.77.1.4": "a photograph",
  "1.2.840.10008.5.1.4.1.1.104.1": "a PDF document",
  "1.2.840.10008.5.1.4.1.1.11.1": "a presentation state",
  "1.2.840.10008.5.1.4.1.1.30": "a parametric map",
};

const ROLES: readonly PictureRole[] = ["THUMBNAIL", "LABEL", "OVERVIEW"];
/** Older files call the overview a localizer. Source: DICOM Supplement 145, before its final text. */
const OLD_OVERVIEW = "LOCALIZER";

const MAX_SIDE_PX = 2 ** 20;
/** Bytes at the start of a file that contain its class. */
export const CLASS_BYTES = 1024;
const MAX_COUNTED_PATHS = 64;
const SMALLEST_PIXEL_UM = 0.001;
const LARGEST_PIXEL_UM = 1000;

/** @throws SlideFileError if it is not a DICOM file, or is damaged. */
export async function readDicomObject(bytes: RandomAccessBytes, signal?: AbortSignal): Promise<DicomObject> {
  const mediaClass = mediaStorageClassOf(await bytes.read(0, Math.min(CLASS_BYTES, bytes.size)));
  if (mediaClass !== null && OTHER_CLASSES[mediaClass] !== undefined) return otherDicom(mediaClass, undefined);
  const positions = new FramePositions();
  const file = await readDicomFile(bytes, {
    signal,
    // Read on demand: see read-annotations.ts.
    skips: "AnnotationGroupSequence",
    onFrame: (frame, before) => positions.add(frame, before.item("SharedFunctionalGroupsSequence")),
  });
  const { dataSet } = file;
  const sopClass = dataSet.text("SOPClassUID") ?? "";
  if (sopClass === WHOLE_SLIDE_CLASS) return pictureOf(file, positions);
  if (sopClass === ANNOTATIONS_CLASS) {
    const series = dataSet.items("ReferencedSeriesSequence");
    const images = [
      ...dataSet.items("ReferencedImageSequence"),
      ...series.flatMap((item) => item.items("ReferencedInstanceSequence")),
    ];
    return {
      kind: "annotations",
      bytes,
      imageUids: textsOf(images, "ReferencedSOPInstanceUID"),
      seriesUids: textsOf(series, "SeriesInstanceUID"),
    };
  }
  return otherDicom(sopClass, dataSet.text("Modality"));
}

/** Whether a file of this class may be a part of a slide. */
export function isClassOfSlide(sopClass: string): boolean {
  return sopClass === WHOLE_SLIDE_CLASS || sopClass === ANNOTATIONS_CLASS;
}

export function otherDicom(sopClass: string, modality: string | undefined): OtherDicom {
  const what = OTHER_CLASSES[sopClass] ?? (modality ? `another type of image (${modality})` : "something else");
  return { kind: "other", what };
}

function textsOf(items: readonly DataSet[], keyword: "ReferencedSOPInstanceUID" | "SeriesInstanceUID"): string[] {
  return items.flatMap((item) => item.text(keyword) ?? []);
}

function pictureOf({ dataSet, ...file }: DicomFile, positions: FramePositions): DicomPicture {
  const characterSet = dataSet.text("SpecificCharacterSet") ?? "";
  const samples = sampleLayoutOf(dataSet);
  const width = dataSet.number("TotalPixelMatrixColumns") ?? samples.columns;
  const height = dataSet.number("TotalPixelMatrixRows") ?? samples.rows;
  if (!isSide(width) || !isSide(height)) throw damagedDicom("its image has no size");
  if (Math.max(width, height) > MAX_SIDE_PX) {
    throw new SlideFileError("tooLarge", `This slide is more than ${MAX_SIDE_PX} pixels wide or high.`);
  }
  const frameCount = dataSet.number("NumberOfFrames") ?? 1;
  if (!Number.isInteger(frameCount) || frameCount < 1) throw damagedDicom("it contains no tiles");
  if (frameCount > MAX_FRAMES) throw new SlideFileError("tooLarge", `This file has more than ${MAX_FRAMES} tiles.`);
  const shared = dataSet.item("SharedFunctionalGroupsSequence");
  const measures = shared?.item("PixelMeasuresSequence");
  const origin = dataSet.item("TotalPixelMatrixOriginSequence");
  const seriesUid = dataSet.text("SeriesInstanceUID") ?? "";
  return {
    kind: "picture",
    file,
    role: roleOf(dataSet),
    sopInstanceUid: dataSet.text("SOPInstanceUID") ?? "",
    seriesUid,
    seriesName: dataSet.text("SeriesDescription", characterSet) ?? dataSet.text("ContainerIdentifier") ?? seriesUid,
    containerId: dataSet.text("ContainerIdentifier", characterSet) ?? null,
    pyramidUid: dataSet.text("PyramidUID") ?? null,
    instanceNumber: dataSet.number("InstanceNumber") ?? 0,
    width,
    height,
    frameCount,
    samples,
    positions: isSparse(dataSet, positions, frameCount) ? positions : null,
    opticalPaths: opticalPathsOf(dataSet, characterSet),
    focalPlanes: positiveInteger(dataSet.number("TotalPixelMatrixFocalPlanes")),
    depthSpacingUm: depthSpacingOf(dataSet, measures),
    heightUm:
      shared?.item("PlanePositionSlideSequence")?.number("ZOffsetInSlideCoordinateSystem") ??
      origin?.number("ZOffsetInSlideCoordinateSystem") ??
      null,
    concatenation: concatenationOf(dataSet),
    pixelSizeUm:
      pixelSizeOf(measures?.numbers("PixelSpacing") ?? dataSet.numbers("PixelSpacing")) ??
      pixelSizeOf([
        (dataSet.number("ImagedVolumeHeight") ?? 0) / height,
        (dataSet.number("ImagedVolumeWidth") ?? 0) / width,
      ]),
    objectivePower: positive(dataSet.items("OpticalPathSequence").map((item) => item.number("ObjectiveLensPower"))),
    place: placeOf(dataSet, origin),
    absentPixelLab: dataSet.has("RecommendedAbsentPixelCIELabValue")
      ? dataSet.numbers("RecommendedAbsentPixelCIELabValue")
      : null,
    window: windowOf(dataSet),
    properties: propertiesOf(dataSet, file.transferSyntaxUid),
  };
}

function roleOf(dataSet: DataSet): PictureRole {
  const flavour = dataSet.texts("ImageType")[2] ?? "";
  if (flavour === OLD_OVERVIEW) return "OVERVIEW";
  return ROLES.find((role) => role === flavour) ?? "VOLUME";
}

/** Some writers include positions for a full tiling too; some omit the type of tiling. */
function isSparse(dataSet: DataSet, positions: FramePositions, frameCount: number): boolean {
  const organisation = dataSet.text("DimensionOrganizationType");
  if (organisation === "TILED_FULL") return false;
  const hasAllPositions = positions.isComplete && positions.count === frameCount;
  if (!hasAllPositions && organisation === "TILED_SPARSE") {
    throw damagedDicom("it does not say where its tiles lie");
  }
  return hasAllPositions;
}

/** Paths without an identifier are named by their number. */
function opticalPathsOf(dataSet: DataSet, characterSet: string): OpticalPath[] {
  const declared = dataSet.items("OpticalPathSequence").map((item) => opticalPathOf(item, characterSet));
  const count = positiveInteger(dataSet.number("NumberOfOpticalPaths")) ?? 0;
  if (declared.length > 0 || count > MAX_COUNTED_PATHS) return declared;
  return Array.from({ length: count }, (_, i) => ({ identifier: String(i + 1), name: null, wavelengthNm: null }));
}

function opticalPathOf(item: DataSet, characterSet: string): OpticalPath {
  const identifier = item.text("OpticalPathIdentifier") ?? "";
  const channel = item.item("ChannelDescriptionCodeSequence")?.text("CodeMeaning", characterSet);
  return {
    identifier,
    name: item.text("OpticalPathDescription", characterSet) ?? channel ?? null,
    wavelengthNm:
      positive([item.number("ImagePathFilterPassThroughWavelength"), item.number("IlluminationWaveLength")]) ?? null,
  };
}

function concatenationOf(dataSet: DataSet): DicomPicture["concatenation"] {
  const uid = dataSet.text("ConcatenationUID");
  if (uid === undefined) return null;
  return {
    uid,
    number: dataSet.number("InConcatenationNumber") ?? 1,
    total: positiveInteger(dataSet.number("InConcatenationTotalNumber")),
    frameOffset: dataSet.number("ConcatenationFrameOffsetNumber") ?? null,
  };
}

/**
 * DICOM defines this distance exactly, so any plausible value is accepted.
 *
 * @param spacing between rows, then between columns, in mm. Source: DICOM PS3.3, section 10.7.1.3.
 */
function pixelSizeOf([betweenRows = 0, betweenColumns = 0]: readonly number[]): PixelSizeUm | null {
  const [x, y] = [betweenColumns * 1000, betweenRows * 1000];
  const isPlausible = (sideUm: number) => sideUm >= SMALLEST_PIXEL_UM && sideUm <= LARGEST_PIXEL_UM;
  return isPlausible(x) && isPlausible(y) ? { x: Number(x.toPrecision(9)), y: Number(y.toPrecision(9)) } : null;
}

function depthSpacingOf(dataSet: DataSet, measures: DataSet | undefined): number | null {
  const spacingMm = measures?.number("SpacingBetweenSlices");
  return positive([
    dataSet.number("DistanceBetweenFocalPlanes"),
    spacingMm === undefined ? undefined : spacingMm * 1000,
  ]);
}

function placeOf(dataSet: DataSet, origin: DataSet | undefined): PlaceOnGlass | null {
  const cosines = dataSet.numbers("ImageOrientationSlide");
  if (cosines.length !== 6 || !cosines.every((cosine) => Math.abs(cosine) <= 1)) return null;
  const x = origin?.number("XOffsetInSlideCoordinateSystem");
  const y = origin?.number("YOffsetInSlideCoordinateSystem");
  return {
    originMm: x === undefined || y === undefined ? null : [x, y],
    row: [cosines[0]!, cosines[1]!],
    column: [cosines[3]!, cosines[4]!],
  };
}

function windowOf(dataSet: DataSet): DicomPicture["window"] {
  const center = dataSet.number("WindowCenter");
  const width = dataSet.number("WindowWidth");
  if (center === undefined || width === undefined || width < 1) return null;
  return { min: Math.max(0, Math.round(center - width / 2)), max: Math.max(1, Math.round(center + width / 2)) };
}

function positive(values: readonly (number | undefined)[]): number | null {
  return values.find((value) => value !== undefined && value > 0) ?? null;
}

function positiveInteger(value: number | undefined): number | null {
  return value !== undefined && Number.isInteger(value) && value > 0 ? value : null;
}
