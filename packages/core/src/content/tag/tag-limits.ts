/** Number and length of an item's tags. */
export const TAGS_MAX = 50;
export const TAG_MAX_CHARACTERS = 100;
/** Minimum input length for suggestions of tags and custom field values. Source: spec part 2, section 5. */
export const TAG_SEARCH_MIN_CHARACTERS = 2;
