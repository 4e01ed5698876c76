/**
 * Recognises NDPI files of 4 GiB and more, which look like a TIFF but are none: their offsets have 64 bits
 * although their header says 32, so that a TIFF reader is led astray.
 *
 * Source: OpenSlide, "Hamamatsu format"; libtiff's list of NDPI tags.
 */
import type { FileBytes } from "./file-bytes.ts";
import { TAG } from "./tiff-fields.ts";

const FOUR_GIB = 2 ** 32;
const FIELD_BYTES = 12;

export async function isLargeNdpi(file: FileBytes): Promise<boolean> {
  if (file.size < FOUR_GIB) return false;
  const header = await file.read(0, 12);
  if (header.toString("latin1", 0, 2) !== "II" || header.readUInt16LE(2) !== 42) return false;
  const position = header.readUInt32LE(4) + header.readUInt32LE(8) * FOUR_GIB;
  if (position + 2 > file.size) return false;
  const fieldCount = (await file.read(position, 2)).readUInt16LE();
  const bytes = fieldCount * FIELD_BYTES;
  if (position + 2 + bytes > file.size) return false;
  const fields = await file.read(position + 2, bytes);
  for (let at = 0; at < bytes; at += FIELD_BYTES) if (fields.readUInt16LE(at) === TAG.hamamatsuFormat) return true;
  return false;
}
