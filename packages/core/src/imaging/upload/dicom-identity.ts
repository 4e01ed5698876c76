/**
 * Finds the slide that a DICOM file belongs to from its first bytes, without parsing the data set in order.
 *
 * Source: DICOM PS3.10, section 7.1 (`DICM` after 128 bytes); PS3.5, section 7.1 (encoding of elements); PS3.4, table
 * B.5-1 (the classes).
 */

export interface DicomIdentity {
  /** Whether it is part of a microscopy slide, or an annotation of one; other DICOM files are not. */
  readonly isOfSlide: boolean;
  /** UIDs of the series that it belongs or refers to; empty if the start of the file contains none. */
  readonly seriesUids: readonly string[];
}

/** Bytes to read from the start of a file; series UIDs precede everything large. */
export const DICOM_START_BYTES = 32 * 1024;

const WHOLE_SLIDE_CLASS = "1.2.840.10008.5.1.4.1.1.77.1.6";
const ANNOTATIONS_CLASS = "1.2.840.10008.5.1.4.1.1.91.1";

/** (0002,0002) Media Storage SOP Class UID, (0020,000E) Series Instance UID, as little-endian files write them. */
const CLASS_TAG = [0x02, 0x00, 0x02, 0x00] as const;
const SERIES_TAG = [0x20, 0x00, 0x0e, 0x00] as const;
const LONGEST_UID = 64;

/** @returns null if it is not a DICOM file. */
export function dicomIdentity(start: Uint8Array): DicomIdentity | null {
  if (textAt(start, 128, 4) !== "DICM") return null;
  const [sopClass] = uidsOf(start, CLASS_TAG);
  return {
    isOfSlide: sopClass === undefined || sopClass === WHOLE_SLIDE_CLASS || sopClass === ANNOTATIONS_CLASS,
    seriesUids: uidsOf(start, SERIES_TAG),
  };
}

type Tag = readonly [number, number, number, number];

/** All occurrences of the tag followed by a UID, with a 16-bit (explicit VR) or 32-bit (implicit VR) length. */
function uidsOf(start: Uint8Array, tag: Tag): string[] {
  const found = new Set<string>();
  for (let at = start.indexOf(tag[0], 132); at >= 0 && at + 8 <= start.length; at = start.indexOf(tag[0], at + 1)) {
    if (tag.some((byte, index) => start[at + index] !== byte)) continue;
    const isExplicit = textAt(start, at + 4, 2) === "UI";
    const lengthAt = isExplicit ? at + 6 : at + 4;
    const length = (start[lengthAt] ?? 0) + 256 * (start[lengthAt + 1] ?? 0);
    if (length === 0 || length > LONGEST_UID) continue;
    const uid = textAt(start, at + 8, length).replace(/\0$/, "");
    if (/^[0-9.]+$/.test(uid)) found.add(uid);
  }
  return [...found];
}

function textAt(bytes: Uint8Array, at: number, length: number): string {
  return String.fromCharCode(...bytes.subarray(at, at + length));
}
