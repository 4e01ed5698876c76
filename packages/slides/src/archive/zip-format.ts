/**
 * Layout of a zip file.
 *
 * Source: PKWARE, APPNOTE.TXT 6.3.10, sections 4.3 to 4.5; extra fields of Info-ZIP's proginfo/extrafld.txt.
 */

export const SIGNATURE = {
  localHeader: 0x04034b50,
  descriptor: 0x08074b50,
  directoryEntry: 0x02014b50,
  directoryEnd: 0x06054b50,
  directoryEnd64: 0x06064b50,
  locator64: 0x07064b50,
} as const;

/** Lengths of the fixed-size parts in bytes. */
export const FIXED_BYTES = {
  localHeader: 30,
  directoryEntry: 46,
  directoryEnd: 22,
  directoryEnd64: 56,
  locator64: 20,
  descriptor: 12,
} as const;

export const METHOD = { stored: 0, deflated: 8 } as const;

export const FLAG = {
  encrypted: 0x0001,
  /** Sizes and checksum follow the contents instead of being in the local header. */
  descriptor: 0x0008,
  strongEncryption: 0x0040,
  utf8: 0x0800,
  maskedHeader: 0x2000,
} as const;

export const EXTRA = { zip64: 0x0001, unixLink: 0x000d, asiUnix: 0x756e, aes: 0x9901 } as const;

/** Marks a value that is stored in the zip64 extra field. */
export const IN_ZIP64 = 0xffffffff;
export const IN_ZIP64_SHORT = 0xffff;

/** Calls `visit` for each extra field; ignores a malformed end, as all readers do. */
export function visitExtraFields(
  bytes: Uint8Array,
  start: number,
  end: number,
  visit: (id: number, start: number, length: number) => void,
): void {
  for (let at = start; at + 4 <= end; ) {
    const length = bytes[at + 2]! | (bytes[at + 3]! << 8);
    if (at + 4 + length > end) return;
    visit(bytes[at]! | (bytes[at + 1]! << 8), at + 4, length);
    at += 4 + length;
  }
}
