/** Limits of the media library. */

/** One file of the library: a picture, a video or a PDF that pages show. */
export const MEDIA_MAX_BYTES = 50 * 1024 * 1024;
/** Files that one call brings at most. */
export const MEDIA_FILES_AT_ONCE = 20;
/** Of a picture: more is a slide, and belongs to the slides. */
export const MEDIA_MAX_PIXELS = 64_000_000;
export const MEDIA_FOLDER_TITLE_MAX_CHARACTERS = 100;
export const MEDIA_PAGE_SIZE = 60;
/** Longer side of the small picture. */
export const MEDIA_THUMBNAIL_PX = 384;
