/** Limits of profile pictures. Source: threat T-21 of reliability.md. */

/** 2 MiB of text. */
export const USER_PICTURE_DATA_URL_MAX_CHARACTERS = 2 * 1024 * 1024;
/** The other fields of the body are small. */
export const USER_PICTURE_BODY_MAX_BYTES = USER_PICTURE_DATA_URL_MAX_CHARACTERS + 1024;
/** Width times height before scaling. */
export const USER_PICTURE_MAX_PIXELS = 4_000_000;
/** Side of the stored square, in pixels. */
export const USER_PICTURE_SIDE_PX = 256;
