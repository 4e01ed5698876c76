/**
 * Reads the size of a WebP image from its first bytes.
 *
 * Source: Google, "WebP Container Specification"; RFC 6386, section 9.1 (VP8); "WebP Lossless Bitstream", section 3.
 */

/** Number of bytes from the start that `webpSizeOf` needs. */
export const WEBP_HEADER_BYTES = 30;

interface Size {
  readonly width: number;
  readonly height: number;
}

/** Readers by name of the first chunk; the first byte after its length is at 20. */
const CHUNKS: Readonly<Record<string, (bytes: Buffer) => Size>> = {
  "VP8 ": (bytes) => ({ width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff }),
  VP8L: (bytes) => {
    const sides = bytes.readUInt32LE(21);
    return { width: (sides & 0x3fff) + 1, height: ((sides >>> 14) & 0x3fff) + 1 };
  },
  VP8X: (bytes) => ({ width: bytes.readUIntLE(24, 3) + 1, height: bytes.readUIntLE(27, 3) + 1 }),
};

/** @returns null if this is not a WebP. */
export function webpSizeOf(bytes: Buffer): Size | null {
  if (bytes.length < WEBP_HEADER_BYTES || !isWebp(bytes)) return null;
  return CHUNKS[bytes.toString("latin1", 12, 16)]?.(bytes) ?? null;
}

export function isWebp(start: Uint8Array): boolean {
  const text = Buffer.from(start.buffer, start.byteOffset, Math.min(12, start.byteLength)).toString("latin1");
  return text.startsWith("RIFF") && text.endsWith("WEBP");
}
