/**
 * The recognized formats, detected by content and never by name: the first matching row applies. Types of TIFF are in
 * `open/tiff-flavours.ts`, types of zips and folders in `open/archive-kinds.ts`.
 *
 * To add a format: add a row with the function that opens it (see README.md). Formats without a function are rejected
 * by name, so that such a file is not mistaken for a simpler format and shown incorrectly.
 */

import { openDicom } from "../dicom/open-dicom.ts";
import { isDicomStart } from "../dicom/read-data-set.ts";
import { openForeign, openLoneListing } from "../formats/foreign/foreign-sets.ts";
import { openLoneList } from "../formats/ndpi/ndpi-set.ts";
import { openJpeg2000, openPlainImage } from "../formats/plain-image/convertible-picture.ts";
import { type PlainImageFormat, plainImageFormatOf } from "../formats/plain-image/plain-image-format.ts";
import { isLoneDescriptor, openLoneDescriptor } from "../formats/tile-set/lone-descriptor.ts";
import type { FileKind } from "../opening/file-kind.ts";
import { isTiffHeader } from "../tiff/read-tiff.ts";
import { openZip } from "./open-archive.ts";
import { openTiff } from "./open-tiff.ts";

export const FILE_KINDS: readonly FileKind[] = [
  // Before TIFF: its preamble may be the start of a TIFF, so that other programs can read the file too.
  { name: "DICOM", recognises: isDicomStart, open: openDicom, isReadInPlace: true },
  { name: "TIFF", recognises: isTiffHeader, open: openTiff, isReadInPlace: true },
  { name: "JPEG", recognises: isPlainImage("jpeg"), open: openPlainImage("image/jpeg") },
  { name: "PNG", recognises: isPlainImage("png"), open: openPlainImage("image/png") },
  { name: "WebP", recognises: isPlainImage("webp"), open: openPlainImage("image/webp") },
  { name: "JPEG 2000", recognises: isPlainImage("jpeg2000"), open: openJpeg2000 },
  { name: "Zeiss CZI", recognises: startsWith(hexOf("ZISRAWFILE")), open: openForeign("Zeiss CZI") },
  { name: "Sakura", recognises: startsWith(hexOf("SQLite format 3\0")), open: openForeign("Sakura") },
  {
    name: "list of a Hamamatsu slide's files",
    recognises: startsWith(hexOf("[Virtual Microscope Specimen]"), hexOf("[Uncompressed Virtual Microscope Specimen]")),
    open: openLoneListing,
    isArchive: true,
  },
  { name: "Hamamatsu NDPI set", recognises: startsWith(hexOf("[NanoZoomer ")), open: openLoneList, isArchive: true },
  { name: "description of a tile set", recognises: isLoneDescriptor, open: openLoneDescriptor, isArchive: true },
  { name: "zip archive", recognises: startsWith("504b0304", "504b0506"), open: openZip, isArchive: true },
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
