/** Limits of attached files. */

/** Size of one file. */
export const ATTACHMENT_MAX_BYTES = 200 * 1024 * 1024;
export const ATTACHMENT_URL_MAX_CHARACTERS = 2_000;
/** Attachments of one slide, folder or course. */
export const ATTACHMENTS_OF_ITEM_MAX = 100;
