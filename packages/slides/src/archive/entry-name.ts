/**
 * The path that bytes in a zip stand for.
 */

/** The upper half of the IBM PC's code page 437, which zip assumes where nothing else is said. Source: APPNOTE, appendix D. */
const CODE_PAGE_437 =
  "ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u00a0";

/**
 * Composed letters (NFC), whatever the archive has. macOS writes UTF-8 without saying so: what can be read as UTF-8 is.
 *
 * @returns null: it says that it is UTF-8 and is not.
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
