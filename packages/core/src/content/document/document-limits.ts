/** Limits of documents. */

/** Size of one document; the same as for attached files. */
export const DOCUMENT_MAX_BYTES = 200 * 1024 * 1024;
/** Documents uploaded or assigned by one call. */
export const DOCUMENTS_AT_ONCE = 20;
export const DOCUMENT_PAGE_SIZE = 30;
/** Length of the text preview shown before a document is assigned. */
export const DOCUMENT_TEXT_PREVIEW_BYTES = 16 * 1024;
