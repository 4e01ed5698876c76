/**
 * Detects the type of an attached file from its first bytes only, and lists the types that a page may show.
 *
 * Sources: threat T-21 of reliability.md; signatures: PNG (ISO/IEC 15948, 5.2), JPEG (ISO/IEC 10918-1, B.1.1.3),
 * GIF89a, WebP (RIFF container specification), PDF (ISO 32000-1, 7.5.2), ISO base media file format (ISO/IEC 14496-12,
 * 4.3), Matroska (RFC 8794 and RFC 9559), ZIP (APPNOTE 4.3.7).
 */

export type AttachmentKind = "image" | "video" | "pdf" | "file" | "link";

interface MediaTypeFacts {
  readonly kind: Exclude<AttachmentKind, "link">;
  /** Whether browsers may show it; other types are sent as a download. */
  readonly isInline: boolean;
  readonly matches: (bytes: Uint8Array) => boolean;
}

/** Number of bytes needed to detect every type. */
export const MEDIA_TYPE_HEAD_BYTES = 4_096;

const text = (bytes: Uint8Array, from: number, to: number) => String.fromCharCode(...bytes.subarray(from, to));
const startsWith =
  (...signature: number[]) =>
  (bytes: Uint8Array) =>
    signature.every((byte, index) => bytes[index] === byte);

/** Brands of MP4 that browsers play; others of the family (HEIC images, QuickTime) are sent as a download. */
const MP4_BRAND = /^(isom|iso[2-9]|mp4[12]|avc1|M4V |M4VP|dash|MSNV)$/;

const MEDIA_TYPES: Readonly<Record<string, MediaTypeFacts>> = {
  "image/png": {
    kind: "image",
    isInline: true,
    matches: startsWith(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a),
  },
  "image/jpeg": { kind: "image", isInline: true, matches: startsWith(0xff, 0xd8, 0xff) },
  "image/gif": { kind: "image", isInline: true, matches: (bytes) => /^GIF8[79]a$/.test(text(bytes, 0, 6)) },
  "image/webp": {
    kind: "image",
    isInline: true,
    matches: (bytes) => text(bytes, 0, 4) === "RIFF" && text(bytes, 8, 12) === "WEBP",
  },
  "application/pdf": { kind: "pdf", isInline: true, matches: (bytes) => text(bytes, 0, 5) === "%PDF-" },
  "video/mp4": {
    kind: "video",
    isInline: true,
    matches: (bytes) => text(bytes, 4, 8) === "ftyp" && MP4_BRAND.test(text(bytes, 8, 12)),
  },
  "video/webm": {
    kind: "video",
    isInline: true,
    // An EBML header with document type webm; Matroska files have matroska.
    matches: (bytes) => startsWith(0x1a, 0x45, 0xdf, 0xa3)(bytes) && text(bytes, 0, 64).includes("webm"),
  },
  "application/zip": { kind: "file", isInline: false, matches: startsWith(0x50, 0x4b, 0x03, 0x04) },
};

/** The type of all other files. */
const UNKNOWN_MEDIA_TYPE = "application/octet-stream";

/** @param head the first `MEDIA_TYPE_HEAD_BYTES` bytes of a file, or the whole file if it is shorter. */
export function mediaTypeOf(head: Uint8Array): string {
  const found = Object.entries(MEDIA_TYPES).find(([, { matches }]) => matches(head));
  return found?.[0] ?? UNKNOWN_MEDIA_TYPE;
}

export function attachmentKindOf(mediaType: string): Exclude<AttachmentKind, "link"> {
  return (Object.hasOwn(MEDIA_TYPES, mediaType) && MEDIA_TYPES[mediaType]?.kind) || "file";
}

export function isShownInline(mediaType: string): boolean {
  return (Object.hasOwn(MEDIA_TYPES, mediaType) && MEDIA_TYPES[mediaType]?.isInline) || false;
}

const TYPES_OF_ENDINGS: Readonly<Record<string, string>> = {
  png: "image/png",
  jpg: "image/jpeg",
  jpeg: "image/jpeg",
  gif: "image/gif",
  webp: "image/webp",
  mp4: "video/mp4",
  m4v: "video/mp4",
  webm: "video/webm",
};

/**
 * Media type of an external image or video by the extension of its path; its bytes are not read.
 *
 * @param url a link directly to a file. @returns empty for anything else.
 */
export function mediaTypeOfUrl(url: string): string {
  const path = /^https?:\/\/[^/?#]+([^?#]*)/i.exec(url)?.[1] ?? "";
  const ending = /\.(\w+)$/.exec(path)?.[1]?.toLowerCase() ?? "";
  return Object.hasOwn(TYPES_OF_ENDINGS, ending) ? (TYPES_OF_ENDINGS[ending] ?? "") : "";
}
