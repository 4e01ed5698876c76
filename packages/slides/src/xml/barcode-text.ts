/** Barcodes, which some scanners write in base64 and others as plain text. */

/** The text of a barcode field: decoded if it is base64 of printable characters, otherwise unchanged. */
export function barcodeText(field: string): string {
  const bytes = Buffer.from(field, "base64");
  let end = bytes.length;
  while (end > 0 && bytes[end - 1] === 0) end -= 1;
  const text = bytes.toString("latin1", 0, end);
  const isBase64 = field !== "" && bytes.toString("base64") === field;
  return isBase64 && /^[\x20-\x7e]+$/.test(text) ? text : field;
}
