/**
 * Decodes a CSV file in any of the encodings that spreadsheet programs write.
 *
 * Source: WHATWG Encoding (byte order marks, Windows-1252). UTF-16 without a mark is recognized by its zero bytes: half
 * of the bytes of text in Latin letters.
 */

export type CsvEncoding = "utf-8" | "utf-16le" | "utf-16be" | "windows-1252";

/** Number of bytes examined, and the share of zeros in one half of them, for UTF-16 without a byte order mark. */
const LOOKED_AT_BYTES = 4_096;
const MIN_ZEROS_SHARE = 0.4;

function encodingOf(bytes: Uint8Array): CsvEncoding {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return "utf-16le";
  if (first === 0xfe && second === 0xff) return "utf-16be";
  const start = bytes.subarray(0, LOOKED_AT_BYTES);
  const zeros = [0, 0];
  for (const [index, byte] of start.entries()) if (byte === 0) zeros[index % 2] = (zeros[index % 2] ?? 0) + 1;
  const [atEven = 0, atOdd = 0] = zeros;
  if (atOdd > start.length * MIN_ZEROS_SHARE) return "utf-16le";
  if (atEven > start.length * MIN_ZEROS_SHARE) return "utf-16be";
  return isUtf8(bytes) ? "utf-8" : "windows-1252";
}

function isUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
}

/** @returns the text without a byte order mark, NUL characters removed; invalid bytes become U+FFFD. */
export function decodeCsv(bytes: Uint8Array): { readonly text: string; readonly encoding: CsvEncoding } {
  const encoding = encodingOf(bytes);
  return { text: new TextDecoder(encoding).decode(bytes).replaceAll("\0", ""), encoding };
}
