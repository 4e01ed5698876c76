/** Batch edit of slides. Source: spec part 1, section 9. */
export const SLIDE_BATCH_SIZE = 20;

/** Timeout for loading the fields of an item, after which an error is shown. Source: spec part 1, section 9. */
export const CUSTOM_FIELD_INIT_WAIT_MS = 5_000;
