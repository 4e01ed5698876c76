/**
 * Determines whether decoding a JPEG 2000 codestream converts its components to RGB. If it does not and DICOM declares
 * luma and chroma, the conversion is done here.
 *
 * Source: ITU-T T.800, annex A.6.1 (COD, multiple component transformation).
 */
const CODESTREAM_START = Buffer.from("ff4fff51", "hex");
const CODING_STYLE_MARKER = 0xff52;
const FIRST_TILE_MARKER = 0xff90;
const MAX_MARKERS = 1000;

/** @param bytes a codestream, or a JP2 file with one. False also for other data, which the decoder will reject. */
export function jpeg2000MixesComponents(bytes: Buffer): boolean {
  let at = bytes.indexOf(CODESTREAM_START);
  if (at < 0) return false;
  at += 2;
  for (let count = 0; count < MAX_MARKERS && at + 4 <= bytes.length; count++) {
    const marker = bytes.readUInt16BE(at);
    if (marker === FIRST_TILE_MARKER) return false;
    if (marker === CODING_STYLE_MARKER) return bytes[at + 8] === 1;
    at += 2 + bytes.readUInt16BE(at + 2);
  }
  return false;
}
