/**
 * Decodes the path of a zip entry.
 */

/** The upper half of the IBM PC's code page 437, the default of zip. Source: APPNOTE, appendix D. */
const CODE_PAGE_437 =
  "ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u00a0";

/**
 * The result has composed letters (NFC). macOS writes UTF-8 without the flag, so valid UTF-8 is read as UTF-8.
 *
 * @returns null if flagged as UTF-8 but invalid.
 */
export function decodeEntryName(bytes: Uint8Array, isSaidUtf8: boolean): string | null {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes).normalize("NFC");
  } catch {
    if (isSaidUtf8) return null;
    const characterOf = (byte: number) => (byte < 128 ? String.fromCharCode(byte) : CODE_PAGE_437[byte - 128]!);
    return Array.from(bytes, characterOf).join("").normalize("NFC");
  }
}
