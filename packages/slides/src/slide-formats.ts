/**
 * The formats that are told apart, by content and never by name: the first row that recognises wins. What is inside a
 * TIFF is told by `tiff/tiff-flavours.ts`, what is inside a zip or a folder by `archive/archive-kinds.ts`.
 *
 * To add a format: give its row what opens it (see README.md). Rows without are known and refused by name,
 * so that such a file is not mistaken for something simpler and shown wrongly.
 */
import type { OpenFile } from "./opened-slide.ts";
import { openPlainImage } from "./plain-image/convertible-picture.ts";
import { type PlainImageFormat, plainImageFormatOf } from "./plain-image/plain-image-format.ts";
import { openTiff } from "./tiff/open-tiff.ts";
import { isTiffHeader } from "./tiff/read-tiff.ts";

/** What the first bytes of a file tell. */
export interface FileKind {
  readonly name: string;
  readonly recognises: (start: Buffer) => boolean;
  /** null: known, but not read in this release. */
  readonly open: OpenFile | null;
}

/** Bytes from the start of a file that `recognises` is given, or fewer if the file is shorter. */
export const START_BYTES = 512;

export const FILE_KINDS: readonly FileKind[] = [
  { name: "TIFF", recognises: isTiffHeader, open: openTiff },
  { name: "JPEG", recognises: isPlainImage("jpeg"), open: openPlainImage("image/jpeg") },
  { name: "PNG", recognises: isPlainImage("png"), open: openPlainImage("image/png") },
  { name: "DICOM", recognises: (start) => start.toString("latin1", 128, 132) === "DICM", open: null },
  { name: "Zeiss CZI", recognises: startsWith(hexOf("ZISRAWFILE")), open: null },
  { name: "Hamamatsu VMS", recognises: startsWith(hexOf("[Virtual Microscope Specimen]")), open: null },
  { name: "Deep Zoom", recognises: (start) => start.includes("schemas.microsoft.com/deepzoom"), open: null },
  { name: "zip archive", recognises: startsWith("504b0304"), open: null },
  { name: "JPEG 2000", recognises: startsWith("0000000c6a5020200d0a870a", "ff4fff51"), open: null },
];

function hexOf(text: string): string {
  return Buffer.from(text, "latin1").toString("hex");
}

function startsWith(...signaturesHex: string[]): FileKind["recognises"] {
  return (start) => signaturesHex.some((hex) => start.toString("hex", 0, hex.length / 2) === hex);
}

function isPlainImage(format: PlainImageFormat): FileKind["recognises"] {
  return (start) => plainImageFormatOf(start) === format;
}
