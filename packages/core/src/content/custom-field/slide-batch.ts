/** Slides whose values are filled in together. Source: spec part 1, section 9. */
export const SLIDE_BATCH_SIZE = 20;

/** How long one waits for the fields of an item before it is said that they do not come. Source: spec part 1, section 9. */
export const CUSTOM_FIELD_INIT_WAIT_MS = 5_000;
