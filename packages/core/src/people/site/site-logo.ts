/** Limits of a site's logo. */

/** 2 MiB of text. */
export const LOGO_DATA_URL_MAX_CHARACTERS = 2 * 1024 * 1024;
/** The other fields of the body are small. */
export const LOGO_BODY_MAX_BYTES = LOGO_DATA_URL_MAX_CHARACTERS + 1024;
/** Base64 encodes three bytes as four characters. */
export const LOGO_FILE_MAX_BYTES = 1_500_000;
/** Width times height before scaling. */
export const LOGO_MAX_PIXELS = 16_000_000;
/** Maximum width after scaling, for screens with two pixels per CSS pixel. */
export const LOGO_MAX_WIDTH_PX = 480;
export const LOGO_MAX_HEIGHT_PX = 128;
