/** Limits of a thumbnail uploaded by an editor. Source: threat T-21 of reliability.md. */

/** 2 MiB of text. */
export const THUMBNAIL_DATA_URL_MAX_CHARACTERS = 2 * 1024 * 1024;
/** The other fields of the body are small. */
export const THUMBNAIL_BODY_MAX_BYTES = THUMBNAIL_DATA_URL_MAX_CHARACTERS + 64 * 1024;
/** Width times height before scaling. */
export const THUMBNAIL_MAX_PIXELS = 4_000_000;
