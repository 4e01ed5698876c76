/**
 * The elements of a radiology DICOM file that are written: only those needed to show its images. An allowlist by
 * element and by value: a text is written only if it is one of those that the standard defines, so that it cannot
 * contain a name.
 *
 * Source: DICOM PS3.3, C.7.6.2 (Image Plane), C.7.6.3 (Image Pixel), C.7.6.5 (Cine), C.7.6.6 (Multi-frame), C.7.6.16
 * (Functional Groups), C.8.5.5 (US Region Calibration), C.11.1 (Modality LUT), C.11.2 (VOI LUT).
 */
import type { DicomKeyword } from "../dicom/dicom-tags.ts";

/**
 * `numbers`: binary numbers; `decimals`, `wholes`: numbers as text; `table`: a look-up table, as bytes; a set: one or
 * several of these texts; a nested rule: items of a sequence.
 */
export type ValueRule = "numbers" | "decimals" | "wholes" | "table" | ReadonlySet<string> | ShownElements;
export type ShownElements = { readonly [Keyword in DicomKeyword]?: ValueRule };

const oneOf = (...texts: string[]): ReadonlySet<string> => new Set(texts);

/** Anterior, left, posterior, right, head or foot, each followed by up to two more of these. */
const DIRECTIONS: ReadonlySet<string> = new Set(
  [..."ALPRHF"].flatMap((one) => [
    one,
    ...[..."ALPRHF"].flatMap((two) => [one + two, ...[..."ALPRHF"].map((three) => one + two + three)]),
  ]),
);

/** Modalities of images. Source: DICOM PS3.3, C.7.3.1.1.1. */
export const MODALITIES: ReadonlySet<string> = new Set(
  (
    "AR BI BMD CD CR CT DD DF DG DM DS DX EC ECG EPS ES FA FS GM HC HD IO IVOCT IVUS KER LE LEN LP LS MA MG MR MS NM OAM OCT OP " +
    "OPM OPT OPTBSV OPTENF OPV OSS OT PT PX RF RG RTDOSE RTIMAGE SEG SM SMR SRF ST STAIN TG US VF XA XC"
  ).split(" "),
);

export const PHOTOMETRICS: ReadonlySet<string> = oneOf(
  ...["MONOCHROME1", "MONOCHROME2", "PALETTE COLOR", "RGB", "YBR_FULL", "YBR_FULL_422", "YBR_PARTIAL_420", "YBR_ICT"],
  "YBR_RCT",
);

const RESCALE_TYPES = oneOf("HU", "OD", "US", "MGML", "Z_EFF", "ED", "EDW", "HU_MOD", "PCT");
const VOI_FUNCTIONS = oneOf("LINEAR", "LINEAR_EXACT", "SIGMOID");

const WINDOW = { WindowCenter: "decimals", WindowWidth: "decimals", VOILUTFunction: VOI_FUNCTIONS } as const;
const RESCALE = { RescaleIntercept: "decimals", RescaleSlope: "decimals", RescaleType: RESCALE_TYPES } as const;
const MEASURES = { SliceThickness: "decimals", SpacingBetweenSlices: "decimals", PixelSpacing: "decimals" } as const;

/** Functional groups of one frame, or of all. */
export const GROUP_ELEMENTS: ShownElements = {
  PlanePositionSequence: { ImagePositionPatient: "decimals" },
  PlaneOrientationSequence: { ImageOrientationPatient: "decimals" },
  PixelMeasuresSequence: MEASURES,
  FrameVOILUTSequence: WINDOW,
  PixelValueTransformationSequence: RESCALE,
};

export const SHOWN_ELEMENTS: ShownElements = {
  RecommendedDisplayFrameRate: "wholes",
  Modality: MODALITIES,
  CineRate: "wholes",
  FrameTime: "decimals",
  EstimatedRadiographicMagnificationFactor: "decimals",
  ImagerPixelSpacing: "decimals",
  NominalScannedPixelSpacing: "decimals",
  SequenceOfUltrasoundRegions: {
    RegionSpatialFormat: "numbers",
    RegionDataType: "numbers",
    RegionFlags: "numbers",
    RegionLocationMinX0: "numbers",
    RegionLocationMinY0: "numbers",
    RegionLocationMaxX1: "numbers",
    RegionLocationMaxY1: "numbers",
    ReferencePixelX0: "numbers",
    ReferencePixelY0: "numbers",
    PhysicalUnitsXDirection: "numbers",
    PhysicalUnitsYDirection: "numbers",
    ReferencePixelPhysicalValueX: "numbers",
    ReferencePixelPhysicalValueY: "numbers",
    PhysicalDeltaX: "numbers",
    PhysicalDeltaY: "numbers",
  },
  SliceThickness: "decimals",
  SpacingBetweenSlices: "decimals",
  SeriesNumber: "wholes",
  InstanceNumber: "wholes",
  PatientOrientation: DIRECTIONS,
  ImagePositionPatient: "decimals",
  ImageOrientationPatient: "decimals",
  Laterality: oneOf("L", "R", "B", "U"),
  ImageLaterality: oneOf("L", "R", "B", "U"),
  SliceLocation: "decimals",
  SamplesPerPixel: "numbers",
  PhotometricInterpretation: PHOTOMETRICS,
  PlanarConfiguration: "numbers",
  NumberOfFrames: "wholes",
  FrameIncrementPointer: "numbers",
  Rows: "numbers",
  Columns: "numbers",
  PixelSpacing: "decimals",
  PixelAspectRatio: "wholes",
  BitsAllocated: "numbers",
  BitsStored: "numbers",
  HighBit: "numbers",
  PixelRepresentation: "numbers",
  PixelPaddingValue: "numbers",
  PixelPaddingRangeLimit: "numbers",
  PixelSpacingCalibrationType: oneOf("GEOMETRY", "FIDUCIAL"),
  ...WINDOW,
  ...RESCALE,
  RedPaletteColorLookupTableDescriptor: "numbers",
  GreenPaletteColorLookupTableDescriptor: "numbers",
  BluePaletteColorLookupTableDescriptor: "numbers",
  RedPaletteColorLookupTableData: "table",
  GreenPaletteColorLookupTableData: "table",
  BluePaletteColorLookupTableData: "table",
  SegmentedRedPaletteColorLookupTableData: "table",
  SegmentedGreenPaletteColorLookupTableData: "table",
  SegmentedBluePaletteColorLookupTableData: "table",
  LossyImageCompression: oneOf("00", "01"),
  ModalityLUTSequence: { LUTDescriptor: "numbers", ModalityLUTType: RESCALE_TYPES, LUTData: "table" },
  VOILUTSequence: { LUTDescriptor: "numbers", LUTData: "table" },
  PresentationLUTShape: oneOf("IDENTITY", "INVERSE"),
  SharedFunctionalGroupsSequence: GROUP_ELEMENTS,
};
