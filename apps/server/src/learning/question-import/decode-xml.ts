/** Encodings by byte order mark. Source: Unicode Standard, section 23.8, "Byte Order Mark". */
const MARKS: readonly (readonly [bytes: readonly number[], encoding: string])[] = [
  [[0xef, 0xbb, 0xbf], "utf-8"],
  [[0xff, 0xfe], "utf-16le"],
  [[0xfe, 0xff], "utf-16be"],
];
const DECLARED = /^\s*<\?xml[^>]*\sencoding\s*=\s*["']([\w.:-]{1,40})["']/;
const DECLARATION_MAX_BYTES = 400;

/**
 * Decodes an XML file by its byte order mark, as UTF-8, or by its declaration. @returns null if none of these applies.
 */
export function decodeXml(bytes: Uint8Array): string | null {
  const marked = MARKS.find(([mark]) => mark.every((byte, place) => bytes[place] === byte));
  if (marked) return decode(bytes, marked[1]);
  const text = decode(bytes, "utf-8");
  if (text !== null) return text.includes("\u0000") ? null : text;
  const start = Buffer.from(bytes.subarray(0, DECLARATION_MAX_BYTES)).toString("latin1");
  const declared = DECLARED.exec(start)?.[1];
  return declared === undefined ? null : decode(bytes, declared);
}

function decode(bytes: Uint8Array, encoding: string): string | null {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}
