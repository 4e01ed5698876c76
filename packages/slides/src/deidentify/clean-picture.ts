/**
 * Cleaning of a plain JPEG, PNG or WebP: keeps pixels, colour profile and orientation; removes EXIF, XMP, IPTC,
 * comments and texts.
 *
 * Source: ITU-T T.81, annex B; EXIF 2.32, 4.5; PNG (W3C), 4.3 and 11; Google, "WebP Container Specification".
 */
import { crc32 } from "node:zlib";
import sharp from "sharp";
import type { FileBytes } from "../bytes/file-bytes.ts";
import { MARKER } from "../codec/jpeg-header.ts";
import { SlideFileError } from "../slide-source.ts";
import { type CleanedFile, cleanedFromParts, type Part } from "./cleaned-file.ts";
import { Secrets } from "./cleaning.ts";

export type CleanablePicture = "jpeg" | "png" | "webp";

const damagedPicture = () =>
  new SlideFileError("damaged", "This image is damaged or incomplete: it cannot be decoded.");

const MAX_NOTED_BYTES = 2 ** 20;
const MAX_PARTS = 1_000_000;

/** JFIF, the colour profile, and Adobe's colour transform. */
const KEPT_JPEG_MARKERS: ReadonlySet<number> = new Set([MARKER.app0, MARKER.app2, MARKER.app14]);
const COMMENT = 0xfe;

const KEPT_PNG_CHUNKS: ReadonlySet<string> = new Set([
  "IHDR",
  "PLTE",
  "IDAT",
  "IEND",
  "tRNS",
  "cHRM",
  "gAMA",
  "iCCP",
  "sBIT",
  "sRGB",
  "cICP",
  "bKGD",
  "pHYs",
]);
const KEPT_WEBP_CHUNKS: ReadonlySet<string> = new Set(["VP8 ", "VP8L", "VP8X", "ALPH", "ICCP", "ANIM", "ANMF"]);
const WEBP_HAS_EXIF = 8;
const WEBP_HAS_XMP = 4;

const CLEANERS: Readonly<
  Record<CleanablePicture, (file: FileBytes, exif: Buffer | null, secrets: Secrets) => Promise<Part[]>>
> = {
  jpeg: jpegParts,
  png: pngParts,
  webp: webpParts,
};

export async function cleanPicture(file: FileBytes, path: string, format: CleanablePicture): Promise<CleanedFile> {
  const { orientation = 1 } = await sharp(path, { limitInputPixels: false }).metadata();
  const secrets = new Secrets();
  const parts = await CLEANERS[format](file, orientation === 1 ? null : exifOf(orientation), secrets);
  return cleanedFromParts(file, parts, secrets.listExcept([]));
}

/** EXIF data that contains only an orientation. */
function exifOf(orientation: number): Buffer {
  const exif = Buffer.from("4d4d002a00000008000101120003000000010000000000000000", "hex");
  exif.writeUInt16BE(orientation, 18);
  return exif;
}

async function note(file: FileBytes, start: number, length: number, secrets: Secrets): Promise<void> {
  const text = (await file.read(start, Math.min(length, MAX_NOTED_BYTES))).toString("latin1");
  if (text.includes("<")) secrets.addXml(text);
  for (const run of text.match(/[\x20-\x7e\xa0-\xff]{6,}/g) ?? []) secrets.add(run);
}

async function jpegParts(file: FileBytes, exif: Buffer | null, secrets: Secrets): Promise<Part[]> {
  const parts: Part[] = [{ start: 0, end: 2 }];
  if (exif) {
    const body = Buffer.concat([Buffer.from("Exif\0\0"), exif]);
    const head = Buffer.from([0xff, 0xe1, 0, 0]);
    head.writeUInt16BE(body.length + 2, 2);
    parts.push(head, body);
  }
  for (let at = 2; parts.length < MAX_PARTS; ) {
    const head = await file.read(at, 4);
    const marker = head[1]!;
    if (head[0] !== 0xff) throw damagedPicture();
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    if (marker === MARKER.startOfScan) {
      const end = await endOfJpeg(file, at);
      parts.push({ start: at, end });
      return parts;
    }
    const end = at + 2 + head.readUInt16BE(2);
    const isOther = (marker >= 0xe0 && marker <= 0xef) || marker === COMMENT;
    if (!isOther || KEPT_JPEG_MARKERS.has(marker)) parts.push({ start: at, end });
    else await note(file, at + 4, end - at - 4, secrets);
    at = end;
  }
  throw damagedPicture();
}

const SCANNED_BYTES = 2 ** 20;

/** End of the image data: phones append more data. A thumbnail has already been removed with its EXIF. */
async function endOfJpeg(file: FileBytes, from: number): Promise<number> {
  for (let at = from; at < file.size; at += SCANNED_BYTES) {
    const bytes = await file.read(at, Math.min(SCANNED_BYTES + 1, file.size - at));
    const end = bytes.indexOf(Buffer.from([0xff, 0xd9]));
    if (end >= 0) return at + end + 2;
  }
  return file.size;
}

async function pngParts(file: FileBytes, exif: Buffer | null, secrets: Secrets): Promise<Part[]> {
  const parts: Part[] = [{ start: 0, end: 8 }];
  for (let at = 8; at + 12 <= file.size && parts.length < MAX_PARTS; ) {
    const head = await file.read(at, 8);
    const type = head.toString("latin1", 4, 8);
    const end = at + 12 + head.readUInt32BE(0);
    if (end > file.size) throw damagedPicture();
    if (KEPT_PNG_CHUNKS.has(type)) parts.push({ start: at, end });
    else await note(file, at + 8, end - at - 12, secrets);
    if (type === "IHDR" && exif) parts.push(pngChunk("eXIf", exif));
    if (type === "IEND") break;
    at = end;
  }
  return parts;
}

function pngChunk(type: string, body: Buffer): Buffer {
  const chunk = Buffer.concat([Buffer.alloc(4), Buffer.from(type), body, Buffer.alloc(4)]);
  chunk.writeUInt32BE(body.length, 0);
  chunk.writeUInt32BE(crc32(chunk.subarray(4, -4)), chunk.length - 4);
  return chunk;
}

async function webpParts(file: FileBytes, exif: Buffer | null, secrets: Secrets): Promise<Part[]> {
  const chunks: Part[] = [];
  let isExtended = false;
  for (let at = 12; at + 8 <= file.size && chunks.length < MAX_PARTS; ) {
    const head = await file.read(at, 8);
    const type = head.toString("latin1", 0, 4);
    const length = head.readUInt32LE(4);
    const end = Math.min(file.size, at + 8 + length + (length % 2));
    if (type === "VP8X") {
      isExtended = true;
      const chunk = await file.read(at, end - at);
      chunk[8] = (chunk[8]! & ~(WEBP_HAS_EXIF | WEBP_HAS_XMP)) | (exif ? WEBP_HAS_EXIF : 0);
      chunks.push(chunk);
    } else if (KEPT_WEBP_CHUNKS.has(type)) chunks.push({ start: at, end });
    else await note(file, at + 8, length, secrets);
    at = end;
  }
  if (exif && isExtended) {
    const head = Buffer.from("EXIF\0\0\0\0");
    head.writeUInt32LE(exif.length, 4);
    chunks.push(head, exif);
  }
  const bytes = chunks.reduce((sum, part) => sum + (Buffer.isBuffer(part) ? part.length : part.end - part.start), 4);
  const riff = Buffer.from("RIFF\0\0\0\0WEBP");
  riff.writeUInt32LE(bytes, 4);
  return [riff, ...chunks];
}
