/** Limits of documents. */

/** One document: as of attached files. */
export const DOCUMENT_MAX_BYTES = 200 * 1024 * 1024;
/** Documents that one call brings, or assigns, at most. */
export const DOCUMENTS_AT_ONCE = 20;
export const DOCUMENT_PAGE_SIZE = 30;
/** Of a text that is shown before it is assigned. */
export const DOCUMENT_TEXT_PREVIEW_BYTES = 16 * 1024;
