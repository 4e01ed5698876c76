/**
 * Reads the properties of one radiology DICOM file: storage of its pixels, position in the body, series.
 *
 * Source: DICOM PS3.3, C.7.6.2 (Image Plane), C.7.6.3 (Image Pixel), C.7.6.16 (Functional Groups).
 */
import type { RandomAccessBytes } from "../bytes/random-access-bytes.ts";
import { damagedDicom } from "../dicom/damaged-dicom.ts";
import type { DataSet } from "../dicom/data-set.ts";
import { type DicomFile, readDicomFile } from "../dicom/read-data-set.ts";
import { SlideFileError } from "../slide-source.ts";
import type { UnshowableBecause } from "./radiology-facts.ts";
import { GROUP_ELEMENTS, MODALITIES, PHOTOMETRICS } from "./shown-elements.ts";
import { type FrameStorage, storageOf } from "./stored-as.ts";
import { inOrder, writeShown } from "./write-elements.ts";

export interface RadiologyInstance {
  readonly file: DicomFile;
  /** null: none of our decoders supports it. */
  readonly storage: FrameStorage | null;
  readonly fault: UnshowableBecause | null;
  /** Cleaned functional groups, one for each frame of several. */
  readonly frameGroups: readonly Buffer[];
  readonly studyUid: string;
  readonly seriesUid: string;
  readonly modality: string;
  readonly description: string;
  readonly seriesNumber: number | null;
  readonly instanceNumber: number | null;
  readonly frames: number;
  readonly rows: number;
  readonly columns: number;
  /** Position of the first frame, in mm. */
  readonly position: readonly number[] | null;
  /** Six cosines: along a row, along a column. */
  readonly orientation: readonly number[] | null;
  readonly pixelSpacingMm: readonly [number, number] | null;
  /** Distance of several frames if all are equally spaced. */
  readonly frameSpacingMm: number | null;
  readonly mayShowNames: boolean;
}

/** Source: rule D-10. */
const MAX_PIXEL_BYTES = 2 * 2 ** 30;
/** Limit for one instance. */
const MAX_FRAMES = 20_000;
const MAX_GROUP_BYTES = 64 * 2 ** 20;
const SHOWN_DESCRIPTION_CHARACTERS = 64;

/** Slides, which have their own upload. Source: DICOM PS3.6, annex A. */
const SLIDE_CLASS = "1.2.840.10008.5.1.4.1.1.77.1.6";
const SECONDARY_CAPTURE = "1.2.840.10008.5.1.4.1.1.7";
/** Modalities that write names into their images, and photographs of arbitrary contents. */
const NAMED_MODALITIES: ReadonlySet<string> = new Set([
  "US",
  "IVUS",
  "EC",
  "ES",
  "XC",
  "GM",
  "OT",
  "DD",
  "DF",
  "HC",
  "VF",
]);

/** @returns null if it contains no radiology image. @throws SlideFileError if it is damaged or too large. */
export async function readInstance(bytes: RandomAccessBytes, signal?: AbortSignal): Promise<RadiologyInstance | null> {
  const frameGroups: Buffer[] = [];
  const framePositions: (readonly number[] | null)[] = [];
  let groupBytes = 0;
  const file = await readDicomFile(bytes, {
    signal,
    onFrame(frame) {
      const group = inOrder(writeShown(frame, GROUP_ELEMENTS));
      groupBytes += group.length;
      if (frameGroups.length >= MAX_FRAMES || groupBytes > MAX_GROUP_BYTES) throw tooManyFrames();
      frameGroups.push(group);
      framePositions.push(vectorOf(frame.item("PlanePositionSequence"), "ImagePositionPatient", 3));
    },
  });
  const { dataSet } = file;
  const sopClass = dataSet.text("SOPClassUID") ?? "";
  if (file.pixelData === null || sopClass === SLIDE_CLASS) return null;
  const [rows, columns] = [sideOf(dataSet, "Rows"), sideOf(dataSet, "Columns")];
  const frames = dataSet.number("NumberOfFrames") ?? 1;
  if (!Number.isInteger(frames) || frames < 1) throw damagedDicom("it has no image");
  if (frames > MAX_FRAMES) throw tooManyFrames();
  assertBounded(dataSet, rows * columns * frames);
  const storage = storageOf(file.transferSyntaxUid);
  const shared = dataSet.item("SharedFunctionalGroupsSequence");
  const orientation =
    vectorOf(dataSet, "ImageOrientationPatient", 6) ??
    vectorOf(shared?.item("PlaneOrientationSequence"), "ImageOrientationPatient", 6);
  const characterSet = dataSet.text("SpecificCharacterSet") ?? "";
  const modality = dataSet.text("Modality") ?? "";
  return {
    file,
    storage,
    fault: storage === null ? "encoding" : pixelFault(dataSet),
    frameGroups: frameGroups.length === frames ? frameGroups : [],
    studyUid: dataSet.text("StudyInstanceUID") ?? "",
    seriesUid: dataSet.text("SeriesInstanceUID") ?? "",
    modality: MODALITIES.has(modality) ? modality : "OT",
    description: (dataSet.text("SeriesDescription", characterSet) ?? "").slice(0, SHOWN_DESCRIPTION_CHARACTERS),
    seriesNumber: dataSet.number("SeriesNumber") ?? null,
    instanceNumber: dataSet.number("InstanceNumber") ?? null,
    frames,
    rows,
    columns,
    position: vectorOf(dataSet, "ImagePositionPatient", 3) ?? framePositions[0] ?? null,
    orientation,
    pixelSpacingMm: spacingOf(dataSet, shared),
    frameSpacingMm: frames > 1 ? equalSpacing(framePositions) : null,
    mayShowNames: mayShowNames(dataSet, sopClass, modality),
  };
}

const tooManyFrames = () =>
  new SlideFileError("tooLarge", `A DICOM file in this archive has more than ${MAX_FRAMES} frames.`);

function sideOf(dataSet: DataSet, keyword: "Rows" | "Columns"): number {
  const side = dataSet.number(keyword) ?? 0;
  if (!Number.isInteger(side) || side < 1) throw damagedDicom("its image has no size");
  return side;
}

function assertBounded(dataSet: DataSet, pixels: number): void {
  const bytes =
    pixels * (dataSet.number("SamplesPerPixel") ?? 1) * Math.ceil((dataSet.number("BitsAllocated") ?? 8) / 8);
  if (!(bytes <= MAX_PIXEL_BYTES))
    throw new SlideFileError("tooLarge", "A DICOM file in this archive has more than 2 GiB of pixels.");
}

function pixelFault(dataSet: DataSet): UnshowableBecause | null {
  const bits = dataSet.number("BitsAllocated") ?? 8;
  const samples = dataSet.number("SamplesPerPixel") ?? 1;
  const photometric = dataSet.text("PhotometricInterpretation") ?? "";
  const isGrey = photometric.startsWith("MONOCHROME") || photometric === "PALETTE COLOR";
  const isFit = (bits === 8 || bits === 16) && samples === (isGrey ? 1 : 3) && (isGrey || bits === 8);
  return isFit && PHOTOMETRICS.has(photometric) ? null : "pixels";
}

function vectorOf(
  dataSet: DataSet | undefined,
  keyword: "ImagePositionPatient" | "ImageOrientationPatient",
  length: number,
): readonly number[] | null {
  const numbers = dataSet?.numbers(keyword) ?? [];
  return numbers.length === length && numbers.every(Number.isFinite) ? numbers : null;
}

function spacingOf(dataSet: DataSet, shared: DataSet | undefined): readonly [number, number] | null {
  const candidates = [
    dataSet.numbers("PixelSpacing"),
    shared?.item("PixelMeasuresSequence")?.numbers("PixelSpacing") ?? [],
    dataSet.numbers("ImagerPixelSpacing"),
    dataSet.numbers("NominalScannedPixelSpacing"),
  ];
  for (const [row, column] of candidates)
    if (row !== undefined && column !== undefined && row > 0 && column > 0 && Number.isFinite(row + column))
      return [row, column];
  return null;
}

/** Distance of consecutive positions if they are equally spaced within a hundredth. */
export function equalSpacing(positions: readonly (readonly number[] | null)[]): number | null {
  const steps = positions.slice(1).map((position, index) => {
    const before = positions[index];
    return position && before ? Math.hypot(...position.map((value, axis) => value - before[axis]!)) : Number.NaN;
  });
  const [first] = steps;
  if (first === undefined || !(first > 0)) return null;
  return steps.every((step) => Math.abs(step - first) <= Math.max(0.01, first / 100)) ? first : null;
}

function mayShowNames(dataSet: DataSet, sopClass: string, modality: string): boolean {
  const isSaid = dataSet.text("BurnedInAnnotation");
  if (isSaid === "NO") return false;
  const types = dataSet.texts("ImageType").map((type) => type.toUpperCase());
  return (
    isSaid === "YES" ||
    sopClass === SECONDARY_CAPTURE ||
    sopClass.startsWith(`${SECONDARY_CAPTURE}.`) ||
    NAMED_MODALITIES.has(modality) ||
    types.some((type) => type.includes("SCREEN"))
  );
}
