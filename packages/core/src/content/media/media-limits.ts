/** Limits of the media library. */

/** Size of one file (image, video or PDF). */
export const MEDIA_MAX_BYTES = 50 * 1024 * 1024;
/** Files uploaded by one call. */
export const MEDIA_FILES_AT_ONCE = 20;
/** Larger images are uploaded as slides. */
export const MEDIA_MAX_PIXELS = 64_000_000;
export const MEDIA_FOLDER_TITLE_MAX_CHARACTERS = 100;
export const MEDIA_PAGE_SIZE = 60;
/** Longer side of the thumbnail. */
export const MEDIA_THUMBNAIL_PX = 384;
