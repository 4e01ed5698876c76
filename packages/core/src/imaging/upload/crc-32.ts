/**
 * The checksum of zip files.
 *
 * Source: ISO/IEC 13239 (CRC-32), polynomial 0x04c11db7 reflected; APPNOTE.TXT 6.3.10, section 4.4.7. Processes four
 * bytes per step, after Kounavis and Berry, "A Systematic Approach to Building High Performance Software-based CRC
 * Generators", 2005.
 */

const POLYNOMIAL = 0xedb8_8320;
const TABLES = 4;

/** Table n contains the checksum of a byte followed by n zero bytes. */
const table = new Uint32Array(TABLES * 256);
for (let byte = 0; byte < 256; byte += 1) {
  let value = byte;
  for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? (value >>> 1) ^ POLYNOMIAL : value >>> 1;
  table[byte] = value;
}
for (let index = 256; index < table.length; index += 1) {
  const before = table[index - 256] as number;
  table[index] = (before >>> 8) ^ (table[before & 0xff] as number);
}

/** @param before checksum of the preceding bytes. @returns 32 bits, not negative. */
export function crc32(bytes: Uint8Array, before = 0): number {
  let value = ~before;
  let at = 0;
  for (const end = bytes.length - TABLES + 1; at < end; at += TABLES) {
    value ^=
      (bytes[at] as number) |
      ((bytes[at + 1] as number) << 8) |
      ((bytes[at + 2] as number) << 16) |
      ((bytes[at + 3] as number) << 24);
    value =
      (table[768 + (value & 0xff)] as number) ^
      (table[512 + ((value >>> 8) & 0xff)] as number) ^
      (table[256 + ((value >>> 16) & 0xff)] as number) ^
      (table[value >>> 24] as number);
  }
  for (; at < bytes.length; at += 1) value = (value >>> 8) ^ (table[(value ^ (bytes[at] as number)) & 0xff] as number);
  return ~value >>> 0;
}
