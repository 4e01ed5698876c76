/** The phantom as a zip of DICOM files, as exported by a scanner's archive. Source: DICOM PS3.10, section 7.1. */
import { open } from "node:fs/promises";
import { ZipWriter } from "@parfocal/slides/archive/zip-writer.ts";
import { type DicomKeyword, tagOf } from "@parfocal/slides/dicom/dicom-tags.ts";
import { elementOf, inOrder, textElement } from "@parfocal/slides/radiology/write-elements.ts";
import { drawPhantomSlice, PHANTOM } from "./draw-phantom.ts";

const CT_CLASS = "1.2.840.10008.5.1.4.1.1.2";
const EXPLICIT_LITTLE_ENDIAN = "1.2.840.10008.1.2.1";
/** Under the root for UUIDs; generated once. */
const STUDY_UID = "2.25.306129540917634980274650412345678901234";
/** Soft tissue. */
const WINDOW = { centre: 40, width: 400 } as const;

/** @param path of a file that is overwritten. @returns bytes of the zip. */
export async function writePhantom(path: string): Promise<number> {
  const file = await open(path, "w", 0o600);
  try {
    const zip = new ZipWriter(file);
    for (let slice = 0; slice < PHANTOM.slices; slice += 1) {
      const bytes = sliceFile(slice);
      await zip.add(`phantom/slice-${String(slice + 1).padStart(2, "0")}.dcm`, bytes.length, whole(bytes));
    }
    await zip.finish();
    await file.datasync();
    return (await file.stat()).size;
  } finally {
    await file.close();
  }
}

async function* whole(bytes: Buffer): AsyncIterable<Buffer> {
  yield bytes;
}

function sliceFile(slice: number): Buffer {
  const { slices, sidePx, pixelMm, sliceMm } = PHANTOM;
  const corner = -((sidePx - 1) / 2) * pixelMm;
  const z = (slice - (slices - 1) / 2) * sliceMm;
  const instanceUid = `${STUDY_UID}.2.${slice + 1}`;
  const texts: Partial<Record<DicomKeyword, string>> = {
    SOPClassUID: CT_CLASS,
    SOPInstanceUID: instanceUid,
    Modality: "CT",
    SeriesDescription: "Phantom, soft tissue",
    PatientName: "Phantom",
    BurnedInAnnotation: "NO",
    StudyInstanceUID: STUDY_UID,
    SeriesInstanceUID: `${STUDY_UID}.1`,
    FrameOfReferenceUID: `${STUDY_UID}.3`,
    SeriesNumber: "1",
    InstanceNumber: String(slice + 1),
    ImagePositionPatient: [corner, corner, z].join("\\"),
    ImageOrientationPatient: "1\\0\\0\\0\\1\\0",
    SliceThickness: String(sliceMm),
    PixelSpacing: `${pixelMm}\\${pixelMm}`,
    PhotometricInterpretation: "MONOCHROME2",
    WindowCenter: String(WINDOW.centre),
    WindowWidth: String(WINDOW.width),
    RescaleIntercept: "0",
    RescaleSlope: "1",
    RescaleType: "HU",
  };
  const numbers: Partial<Record<DicomKeyword, number>> = {
    SamplesPerPixel: 1,
    Rows: sidePx,
    Columns: sidePx,
    BitsAllocated: 16,
    BitsStored: 16,
    HighBit: 15,
    PixelRepresentation: 1,
  };
  const elements = new Map<number, Buffer>();
  for (const [keyword, text] of Object.entries(texts) as [DicomKeyword, string][])
    elements.set(tagOf(keyword), textElement(keyword, text));
  for (const [keyword, number] of Object.entries(numbers) as [DicomKeyword, number][])
    elements.set(tagOf(keyword), elementOf(tagOf(keyword), "US", Buffer.from(Uint16Array.of(number).buffer)));
  const units = drawPhantomSlice(slice);
  elements.set(tagOf("PixelData"), elementOf(tagOf("PixelData"), "OW", Buffer.from(units.buffer)));
  return Buffer.concat([Buffer.alloc(128), Buffer.from("DICM"), metaOf(instanceUid), inOrder(elements)]);
}

function metaOf(instanceUid: string): Buffer {
  const MEDIA_INSTANCE_TAG = 0x00020003;
  const meta = Buffer.concat([
    textElement("MediaStorageSOPClassUID", CT_CLASS),
    elementOf(MEDIA_INSTANCE_TAG, "UI", Buffer.from(instanceUid)),
    textElement("TransferSyntaxUID", EXPLICIT_LITTLE_ENDIAN),
  ]);
  const length = Buffer.alloc(4);
  length.writeUInt32LE(meta.length);
  return Buffer.concat([elementOf(tagOf("FileMetaInformationGroupLength"), "UL", length), meta]);
}
