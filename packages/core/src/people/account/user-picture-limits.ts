/** Limits of the picture of a person. Source: threat T-21 of reliability.md. */

/** 2 MiB of text. */
export const USER_PICTURE_DATA_URL_MAX_CHARACTERS = 2 * 1024 * 1024;
/** What is sent beside it is small. */
export const USER_PICTURE_BODY_MAX_BYTES = USER_PICTURE_DATA_URL_MAX_CHARACTERS + 1024;
/** Width times height before it is made small. */
export const USER_PICTURE_MAX_PIXELS = 4_000_000;
/** Side of the square that is stored, in pixels. */
export const USER_PICTURE_SIDE_PX = 256;
