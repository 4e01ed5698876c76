/**
 * Small radiology images for tests: slices of 16-bit grey, each with its own value, and everything that a file can say
 * about a patient.
 */
import { buildDicom, type DicomElements, type DicomSpec } from "./build-dicom.ts";
import { buildZip } from "./build-zip.ts";

export const CT_CLASS = "1.2.840.10008.5.1.4.1.1.2";

/** None of these may occur in what is served. */
export const RADIOLOGY_SECRETS: readonly string[] = [
  "SECRET^PATIENT",
  "SECRET-ID-1931",
  "19310229",
  "SECRET-HOSPITAL",
  "SECRET^DOCTOR",
  "SECRET-ACCESSION",
  "SECRET-DESCRIPTION",
  "SECRET-STUDY",
  "SECRET-STATION",
  "SECRET-COMMENT",
  "SECRET-CODE",
  "1.2.826.0.1.3680043",
];

const ABOUT_THE_PATIENT: DicomElements = {
  PatientName: "SECRET^PATIENT",
  PatientID: "SECRET-ID-1931",
  PatientBirthDate: "19310229",
  PatientComments: "SECRET-COMMENT of the patient",
  InstitutionName: "SECRET-HOSPITAL",
  ReferringPhysicianName: "SECRET^DOCTOR",
  AccessionNumber: "SECRET-ACCESSION",
  SeriesDescription: "SECRET-DESCRIPTION",
  StudyDescription: "SECRET-STUDY",
  StationName: "SECRET-STATION",
  ImageComments: "SECRET-COMMENT",
  // A free-text value where the standard defines a list.
  Laterality: "SECRET-CODE",
  PatientOrientation: "SECRET-CODE\\L",
};

export const SLICE_SIDE_PX = 16;

interface SliceSpec {
  /** From 0, upwards, 2.5 mm each. */
  readonly slice?: number;
  /** Value of all its pixels. */
  readonly value?: number;
  readonly elements?: DicomElements;
  readonly transferSyntax?: string;
  readonly pixels?: DicomSpec["pixels"];
}

/** 16 bits, little endian. */
export function evenSlice(value: number): Buffer {
  const samples = Buffer.alloc(SLICE_SIDE_PX * SLICE_SIDE_PX * 2);
  for (let at = 0; at < samples.length; at += 2) samples.writeUInt16LE(value, at);
  return samples;
}

export const sliceElements = (slice: number): DicomElements => ({
  SOPClassUID: CT_CLASS,
  SOPInstanceUID: `1.2.826.0.1.3680043.9.${slice + 1}`,
  StudyInstanceUID: "1.2.826.0.1.3680043.7",
  SeriesInstanceUID: "1.2.826.0.1.3680043.8",
  FrameOfReferenceUID: "1.2.826.0.1.3680043.6",
  Modality: "CT",
  SeriesNumber: 3,
  InstanceNumber: slice + 1,
  ImagePositionPatient: [-10, -10, slice * 2.5],
  ImageOrientationPatient: [1, 0, 0, 0, 1, 0],
  PixelSpacing: [0.5, 0.75],
  SliceThickness: 2.5,
  SamplesPerPixel: 1,
  PhotometricInterpretation: "MONOCHROME2",
  Rows: SLICE_SIDE_PX,
  Columns: SLICE_SIDE_PX,
  BitsAllocated: 16,
  BitsStored: 16,
  HighBit: 15,
  PixelRepresentation: 0,
  WindowCenter: 500,
  WindowWidth: 1000,
  RescaleIntercept: -1024,
  RescaleSlope: 1,
  ...ABOUT_THE_PATIENT,
});

export function buildSlice({ slice = 0, value = 100, elements = {}, transferSyntax, pixels }: SliceSpec = {}): Buffer {
  return buildDicom({
    ...(transferSyntax === undefined ? {} : { transferSyntax }),
    elements: { ...sliceElements(slice), ...elements },
    pixels: pixels ?? { native: evenSlice(value) },
  });
}

/**
 * A CT with this number of slices, stored in the archive from the last to the first; the pixels of slice n are 100 * (n
 * + 1).
 */
export function buildRadiologyZip(slices = 5, more: Readonly<Record<string, Uint8Array>> = {}): Buffer {
  const files = Array.from({ length: slices }, (_, index) => slices - 1 - index).map((slice) => ({
    name: `SECRET-PATIENT/IM${slice}`,
    contents: buildSlice({ slice, value: 100 * (slice + 1) }),
    isDeflated: true,
  }));
  const others = Object.entries(more).map(([name, contents]) => ({ name, contents, isDeflated: true }));
  return buildZip({ entries: [...files, ...others] });
}
