/**
 * The elements of a DICOM data set that are read, by keyword: tag (group and element) and value representation.
 * All others are skipped.
 *
 * Source: DICOM PS3.6, data dictionary.
 */

/** How a value is written. Source: DICOM PS3.5, section 6.2. */
export type ValueRepresentation = string;

interface ElementFacts {
  readonly tag: number;
  /** Needed where the file does not say (implicit VR). */
  readonly vr: ValueRepresentation;
}

export const DICOM_ELEMENTS = {
  FileMetaInformationGroupLength: { tag: 0x00020000, vr: "UL" },
  MediaStorageSOPClassUID: { tag: 0x00020002, vr: "UI" },
  TransferSyntaxUID: { tag: 0x00020010, vr: "UI" },
  SpecificCharacterSet: { tag: 0x00080005, vr: "CS" },
  ImageType: { tag: 0x00080008, vr: "CS" },
  SOPClassUID: { tag: 0x00080016, vr: "UI" },
  SOPInstanceUID: { tag: 0x00080018, vr: "UI" },
  PyramidUID: { tag: 0x00080019, vr: "UI" },
  StudyDate: { tag: 0x00080020, vr: "DA" },
  AcquisitionDate: { tag: 0x00080022, vr: "DA" },
  ContentDate: { tag: 0x00080023, vr: "DA" },
  AcquisitionDateTime: { tag: 0x0008002a, vr: "DT" },
  StudyTime: { tag: 0x00080030, vr: "TM" },
  AcquisitionTime: { tag: 0x00080032, vr: "TM" },
  AccessionNumber: { tag: 0x00080050, vr: "SH" },
  Modality: { tag: 0x00080060, vr: "CS" },
  Manufacturer: { tag: 0x00080070, vr: "LO" },
  InstitutionName: { tag: 0x00080080, vr: "LO" },
  InstitutionAddress: { tag: 0x00080081, vr: "ST" },
  ReferringPhysicianName: { tag: 0x00080090, vr: "PN" },
  CodeValue: { tag: 0x00080100, vr: "SH" },
  CodeMeaning: { tag: 0x00080104, vr: "LO" },
  StationName: { tag: 0x00081010, vr: "SH" },
  StudyDescription: { tag: 0x00081030, vr: "LO" },
  SeriesDescription: { tag: 0x0008103e, vr: "LO" },
  OperatorsName: { tag: 0x00081070, vr: "PN" },
  ManufacturerModelName: { tag: 0x00081090, vr: "LO" },
  ReferencedSeriesSequence: { tag: 0x00081115, vr: "SQ" },
  ReferencedImageSequence: { tag: 0x00081140, vr: "SQ" },
  ReferencedInstanceSequence: { tag: 0x0008114a, vr: "SQ" },
  ReferencedSOPInstanceUID: { tag: 0x00081155, vr: "UI" },
  PatientName: { tag: 0x00100010, vr: "PN" },
  PatientID: { tag: 0x00100020, vr: "LO" },
  PatientBirthDate: { tag: 0x00100030, vr: "DA" },
  PatientSex: { tag: 0x00100040, vr: "CS" },
  OtherPatientIDs: { tag: 0x00101000, vr: "LO" },
  PatientAge: { tag: 0x00101010, vr: "AS" },
  PatientAddress: { tag: 0x00101040, vr: "LO" },
  PatientComments: { tag: 0x00104000, vr: "LT" },
  DeviceSerialNumber: { tag: 0x00181000, vr: "LO" },
  SoftwareVersions: { tag: 0x00181020, vr: "LO" },
  SliceThickness: { tag: 0x00180050, vr: "DS" },
  SpacingBetweenSlices: { tag: 0x00180088, vr: "DS" },
  StudyInstanceUID: { tag: 0x0020000d, vr: "UI" },
  SeriesInstanceUID: { tag: 0x0020000e, vr: "UI" },
  StudyID: { tag: 0x00200010, vr: "SH" },
  SeriesNumber: { tag: 0x00200011, vr: "IS" },
  InstanceNumber: { tag: 0x00200013, vr: "IS" },
  FrameOfReferenceUID: { tag: 0x00200052, vr: "UI" },
  ImageComments: { tag: 0x00204000, vr: "LT" },
  ConcatenationUID: { tag: 0x00209161, vr: "UI" },
  InConcatenationNumber: { tag: 0x00209162, vr: "US" },
  InConcatenationTotalNumber: { tag: 0x00209163, vr: "US" },
  ConcatenationFrameOffsetNumber: { tag: 0x00209228, vr: "UL" },
  DimensionOrganizationType: { tag: 0x00209311, vr: "CS" },
  ImagePathFilterPassThroughWavelength: { tag: 0x00220003, vr: "US" },
  IlluminationWaveLength: { tag: 0x00220055, vr: "FL" },
  ChannelDescriptionCodeSequence: { tag: 0x0022001a, vr: "SQ" },
  SamplesPerPixel: { tag: 0x00280002, vr: "US" },
  PhotometricInterpretation: { tag: 0x00280004, vr: "CS" },
  PlanarConfiguration: { tag: 0x00280006, vr: "US" },
  NumberOfFrames: { tag: 0x00280008, vr: "IS" },
  Rows: { tag: 0x00280010, vr: "US" },
  Columns: { tag: 0x00280011, vr: "US" },
  PixelSpacing: { tag: 0x00280030, vr: "DS" },
  BitsAllocated: { tag: 0x00280100, vr: "US" },
  BitsStored: { tag: 0x00280101, vr: "US" },
  HighBit: { tag: 0x00280102, vr: "US" },
  PixelRepresentation: { tag: 0x00280103, vr: "US" },
  BurnedInAnnotation: { tag: 0x00280301, vr: "CS" },
  WindowCenter: { tag: 0x00281050, vr: "DS" },
  WindowWidth: { tag: 0x00281051, vr: "DS" },
  ICCProfile: { tag: 0x00282000, vr: "OB" },
  ColorSpace: { tag: 0x00282002, vr: "CS" },
  LossyImageCompression: { tag: 0x00282110, vr: "CS" },
  LossyImageCompressionRatio: { tag: 0x00282112, vr: "DS" },
  LossyImageCompressionMethod: { tag: 0x00282114, vr: "CS" },
  PixelMeasuresSequence: { tag: 0x00289110, vr: "SQ" },
  ContainerIdentifier: { tag: 0x00400512, vr: "LO" },
  SpecimenIdentifier: { tag: 0x00400551, vr: "LO" },
  SpecimenDescriptionSequence: { tag: 0x00400560, vr: "SQ" },
  SpecimenShortDescription: { tag: 0x00400600, vr: "LO" },
  SpecimenDetailedDescription: { tag: 0x00400602, vr: "UT" },
  SpecimenPreparationSequence: { tag: 0x00400610, vr: "SQ" },
  SpecimenPreparationStepContentItemSequence: { tag: 0x00400612, vr: "SQ" },
  XOffsetInSlideCoordinateSystem: { tag: 0x0040072a, vr: "DS" },
  YOffsetInSlideCoordinateSystem: { tag: 0x0040073a, vr: "DS" },
  ZOffsetInSlideCoordinateSystem: { tag: 0x0040074a, vr: "DS" },
  ConceptNameCodeSequence: { tag: 0x0040a043, vr: "SQ" },
  TextValue: { tag: 0x0040a160, vr: "UT" },
  ConceptCodeSequence: { tag: 0x0040a168, vr: "SQ" },
  ImagedVolumeWidth: { tag: 0x00480001, vr: "FL" },
  ImagedVolumeHeight: { tag: 0x00480002, vr: "FL" },
  TotalPixelMatrixColumns: { tag: 0x00480006, vr: "UL" },
  TotalPixelMatrixRows: { tag: 0x00480007, vr: "UL" },
  TotalPixelMatrixOriginSequence: { tag: 0x00480008, vr: "SQ" },
  SpecimenLabelInImage: { tag: 0x00480010, vr: "CS" },
  ExtendedDepthOfField: { tag: 0x00480012, vr: "CS" },
  DistanceBetweenFocalPlanes: { tag: 0x00480014, vr: "FL" },
  RecommendedAbsentPixelCIELabValue: { tag: 0x00480015, vr: "US" },
  ImageOrientationSlide: { tag: 0x00480102, vr: "DS" },
  OpticalPathSequence: { tag: 0x00480105, vr: "SQ" },
  OpticalPathIdentifier: { tag: 0x00480106, vr: "SH" },
  OpticalPathDescription: { tag: 0x00480107, vr: "ST" },
  ObjectiveLensPower: { tag: 0x00480112, vr: "DS" },
  ObjectiveLensNumericalAperture: { tag: 0x00480113, vr: "DS" },
  OpticalPathIdentificationSequence: { tag: 0x00480207, vr: "SQ" },
  PlanePositionSlideSequence: { tag: 0x0048021a, vr: "SQ" },
  ColumnPositionInTotalImagePixelMatrix: { tag: 0x0048021e, vr: "SL" },
  RowPositionInTotalImagePixelMatrix: { tag: 0x0048021f, vr: "SL" },
  PixelOriginInterpretation: { tag: 0x00480301, vr: "CS" },
  NumberOfOpticalPaths: { tag: 0x00480302, vr: "UL" },
  TotalPixelMatrixFocalPlanes: { tag: 0x00480303, vr: "UL" },
  PointCoordinatesData: { tag: 0x00660016, vr: "OF" },
  DoublePointCoordinatesData: { tag: 0x00660022, vr: "OD" },
  LongPrimitivePointIndexList: { tag: 0x00660040, vr: "OL" },
  AnnotationCoordinateType: { tag: 0x006a0001, vr: "CS" },
  AnnotationGroupSequence: { tag: 0x006a0002, vr: "SQ" },
  AnnotationGroupLabel: { tag: 0x006a0005, vr: "LO" },
  CommonZCoordinateValue: { tag: 0x006a0010, vr: "FD" },
  NumberOfAnnotations: { tag: 0x006a000c, vr: "UL" },
  GraphicType: { tag: 0x00700023, vr: "CS" },
  LabelText: { tag: 0x22000002, vr: "UT" },
  BarcodeValue: { tag: 0x22000005, vr: "LT" },
  SharedFunctionalGroupsSequence: { tag: 0x52009229, vr: "SQ" },
  PerFrameFunctionalGroupsSequence: { tag: 0x52009230, vr: "SQ" },
  ExtendedOffsetTable: { tag: 0x7fe00001, vr: "OV" },
  ExtendedOffsetTableLengths: { tag: 0x7fe00002, vr: "OV" },
  PixelData: { tag: 0x7fe00010, vr: "OW" },
} as const satisfies Record<string, ElementFacts>;

export type DicomKeyword = keyof typeof DICOM_ELEMENTS;

const VR_OF_TAG: ReadonlyMap<number, ValueRepresentation> = new Map(
  Object.values(DICOM_ELEMENTS).map(({ tag, vr }) => [tag, vr]),
);

/** undefined: an element that nobody here asks for. */
export function knownVrOf(tag: number): ValueRepresentation | undefined {
  return VR_OF_TAG.get(tag);
}

export function tagOf(keyword: DicomKeyword): number {
  return DICOM_ELEMENTS[keyword].tag;
}

/** Marks of items and of the ends of items and sequences. Source: DICOM PS3.5, section 7.5. */
export const ITEM_TAG = 0xfffee000;
export const ITEM_END_TAG = 0xfffee00d;
export const SEQUENCE_END_TAG = 0xfffee0dd;
/** "It ends where its end is marked." */
export const UNDEFINED_LENGTH = 0xffffffff;
