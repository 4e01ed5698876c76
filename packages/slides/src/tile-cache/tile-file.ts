/**
 * A cached tile as a file: image type, length, checksum and image data. The checksum detects files that were truncated
 * by a power failure or changed on disk; they are not used.
 */
import { crc32 } from "node:zlib";
import type { EncodedImage } from "../slide-source.ts";

/** "PFt1", the image type, then length and checksum of the image, 4 bytes each. */
const MAGIC = 0x50467431;
const HEADER_BYTES = 13;
const KINDS: readonly EncodedImage["mediaType"][] = ["image/jpeg", "image/png", "image/webp"];

export function sealTileFile({ bytes, mediaType }: EncodedImage): Buffer {
  const header = Buffer.alloc(HEADER_BYTES);
  header.writeUInt32BE(MAGIC, 0);
  header.writeUInt8(KINDS.indexOf(mediaType), 4);
  header.writeUInt32BE(bytes.length, 5);
  header.writeUInt32BE(crc32(bytes), 9);
  return Buffer.concat([header, bytes]);
}

/** @returns null if the file is not a complete tile. */
export function openTileFile(file: Buffer): EncodedImage | null {
  if (file.length < HEADER_BYTES || file.readUInt32BE(0) !== MAGIC) return null;
  const mediaType = KINDS[file.readUInt8(4)];
  const bytes = file.subarray(HEADER_BYTES);
  const isWhole = bytes.length === file.readUInt32BE(5) && crc32(bytes) === file.readUInt32BE(9);
  return isWhole && mediaType !== undefined ? { bytes, mediaType } : null;
}
