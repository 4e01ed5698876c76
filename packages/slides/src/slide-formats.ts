/**
 * The formats that are told apart, by content and never by name: two tables, the first row that recognises wins.
 *
 * To add a format: give its row what opens it (see README.md). Rows without are known and refused by name,
 * so that such a file is not mistaken for something simpler and shown wrongly.
 */
import { type PlainImageFormat, plainImageFormatOf } from "./plain-image/plain-image-format.ts";
import { isSvs, svsLayout } from "./svs/svs-layout.ts";
import { isTiffHeader } from "./tiff/read-tiff.ts";
import type { SlideDirectory } from "./tiff/slide-directory.ts";
import { tiffLayout } from "./tiff/tiff-layout.ts";
import type { TiffFile, TiffPage } from "./tiff/tiff-page.ts";

/** What the first bytes of a file tell. */
export interface FileKind {
  readonly name: string;
  readonly recognises: (start: Buffer) => boolean;
  /** `planned`: known, but not read in this release. */
  readonly opens: "tiff" | "image/jpeg" | "image/png" | "planned";
}

/** Bytes from the start of a file that `recognises` is given, or fewer if the file is shorter. */
export const START_BYTES = 512;

export const FILE_KINDS: readonly FileKind[] = [
  { name: "TIFF", recognises: isTiffHeader, opens: "tiff" },
  { name: "JPEG", recognises: isPlainImage("jpeg"), opens: "image/jpeg" },
  { name: "PNG", recognises: isPlainImage("png"), opens: "image/png" },
  { name: "DICOM", recognises: (start) => start.toString("latin1", 128, 132) === "DICM", opens: "planned" },
  { name: "Zeiss CZI", recognises: startsWith(hexOf("ZISRAWFILE")), opens: "planned" },
  { name: "Hamamatsu VMS", recognises: startsWith(hexOf("[Virtual Microscope Specimen]")), opens: "planned" },
  { name: "Deep Zoom", recognises: (start) => start.includes("schemas.microsoft.com/deepzoom"), opens: "planned" },
  { name: "zip archive", recognises: startsWith("504b0304"), opens: "planned" },
  { name: "JPEG 2000", recognises: startsWith("0000000c6a5020200d0a870a", "ff4fff51"), opens: "planned" },
];

/** What the directories of a TIFF file tell. */
export interface TiffFlavour {
  readonly name: string;
  readonly recognises: (tiff: TiffFile) => boolean;
  /** null: known, but not read in this release. */
  readonly layout: ((tiff: TiffFile, base: TiffPage, fileBytes: number) => SlideDirectory) | null;
}

export const TIFF_FLAVOURS: readonly TiffFlavour[] = [
  { name: "Hamamatsu NDPI", recognises: (tiff) => tiff.pages.some((page) => page.isHamamatsu), layout: null },
  { name: "Leica SCN", recognises: describedBy("http://www.leica-microsystems.com/scn/"), layout: null },
  { name: "Ventana", recognises: (tiff) => tiff.pages.some(({ xmp }) => xmp.includes("<iScan")), layout: null },
  { name: "Philips TIFF", recognises: (tiff) => tiff.pages[0]?.software.startsWith("Philips") ?? false, layout: null },
  { name: "many-channel OME-TIFF", recognises: isManyPlaneOme, layout: null },
  { name: "Aperio SVS", recognises: isSvs, layout: svsLayout },
  { name: "TIFF", recognises: () => true, layout: tiffLayout },
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

function describedBy(text: string): TiffFlavour["recognises"] {
  return (tiff) => tiff.pages[0]?.description.includes(text) ?? false;
}

/** An OME-TIFF that holds one colour picture is read as the TIFF it is; others need their channels put together. */
function isManyPlaneOme(tiff: TiffFile): boolean {
  const [first] = tiff.pages;
  if (first === undefined || !first.description.includes("<OME")) return false;
  const channels = Number(/SizeC="(\d+)"/.exec(first.description)?.[1] ?? 1);
  return tiff.pages.length > 1 || channels > first.samplesPerPixel;
}
