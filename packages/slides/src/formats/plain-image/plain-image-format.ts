/**
 * Detects from the first bytes whether `convertPlainImage` can convert a file. Two tables of core contain some of the
 * same signatures: types of attachments (`media-types.ts`) and files that may be slides (`slide-files.ts`). This
 * package imports nothing of core (decision 0169).
 */
import { CODESTREAM_SIGNATURE, JP2_SIGNATURE } from "../../codec/jp2-boxes.ts";
import { isWebp } from "../../codec/webp-header.ts";

export type PlainImageFormat = "jpeg" | "png" | "webp" | "jpeg2000" | "tiff";

/** Source: ITU-T T.81 B.1; PNG (W3C) 5.2; TIFF 6.0 section 2 and the BigTIFF design; ITU-T T.800 I.5.1 and A.4.1. */
const SIGNATURES: readonly (readonly [PlainImageFormat, readonly number[]])[] = [
  ["jpeg", [0xff, 0xd8, 0xff]],
  ["png", [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]],
  ["jpeg2000", JP2_SIGNATURE],
  ["jpeg2000", CODESTREAM_SIGNATURE],
  ["tiff", [0x49, 0x49, 42, 0]],
  ["tiff", [0x4d, 0x4d, 0, 42]],
  ["tiff", [0x49, 0x49, 43, 0]],
  ["tiff", [0x4d, 0x4d, 0, 43]],
];

/** Number of bytes that `plainImageFormatOf` needs. */
export const SIGNATURE_BYTES = 12;

/** @returns null: none of them. */
export function plainImageFormatOf(start: Uint8Array): PlainImageFormat | null {
  if (isWebp(start)) return "webp";
  const found = SIGNATURES.find(([, signature]) => signature.every((byte, index) => start[index] === byte));
  return found?.[0] ?? null;
}
