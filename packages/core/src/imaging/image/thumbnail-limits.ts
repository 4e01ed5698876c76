/** Limits of a small picture that an editor sends. Source: threat T-21 of reliability.md. */

/** 2 MiB of text. */
export const THUMBNAIL_DATA_URL_MAX_CHARACTERS = 2 * 1024 * 1024;
/** What is sent beside it is small. */
export const THUMBNAIL_BODY_MAX_BYTES = THUMBNAIL_DATA_URL_MAX_CHARACTERS + 64 * 1024;
/** Width times height before it is made small. */
export const THUMBNAIL_MAX_PIXELS = 4_000_000;
