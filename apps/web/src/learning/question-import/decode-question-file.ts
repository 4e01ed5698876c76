/**
 * Decodes the text of a file with questions, or reports that it cannot be decoded: a wrong guess would corrupt every
 * letter beyond ASCII.
 */

/** Encodings by the first bytes. Source: Unicode Standard, section 23.8, "Byte Order Mark". */
const MARKS: readonly (readonly [bytes: readonly number[], encoding: string])[] = [
  [[0xef, 0xbb, 0xbf], "utf-8"],
  [[0xff, 0xfe], "utf-16le"],
  [[0xfe, 0xff], "utf-16be"],
];
/** Encoding declared in the first line of an XML file. */
const DECLARED = /^\s*<\?xml[^>]*\sencoding\s*=\s*["']([\w.:-]{1,40})["']/;
const DECLARATION_MAX_BYTES = 400;

const ZIP_START = [0x50, 0x4b, 0x03, 0x04];
/** Encoded in blocks, because a call cannot have a million arguments. Divisible by 3. */
const BASE64_PIECE_BYTES = 24_573;

/** Whether it is a zip file. */
export const isPackage = (bytes: Uint8Array): boolean => ZIP_START.every((byte, place) => bytes[place] === byte);

export function toBase64(bytes: Uint8Array): string {
  const pieces: string[] = [];
  for (let at = 0; at < bytes.length; at += BASE64_PIECE_BYTES)
    pieces.push(btoa(String.fromCharCode(...bytes.subarray(at, at + BASE64_PIECE_BYTES))));
  return pieces.join("");
}

/** @returns null if it is not UTF-8 and does not declare its encoding. */
export function decodeQuestionFile(bytes: Uint8Array): string | null {
  const marked = MARKS.find(([mark]) => mark.every((byte, place) => bytes[place] === byte));
  if (marked) return decode(bytes, marked[1]);
  const text = decode(bytes, "utf-8");
  if (text !== null) return hasNoText(text) ? null : text;
  const start = new TextDecoder("latin1").decode(bytes.subarray(0, DECLARATION_MAX_BYTES));
  const declared = DECLARED.exec(start)?.[1];
  return declared === undefined ? null : decode(bytes, declared);
}

/** An image or an archive can be valid UTF-8 by chance, but text never contains this character. */
const hasNoText = (text: string): boolean => text.includes("\u0000");

function decode(bytes: Uint8Array, encoding: string): string | null {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}
