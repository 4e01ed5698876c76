/** How many tags an item has at most, and how long they are. */
export const TAGS_MAX = 50;
export const TAG_MAX_CHARACTERS = 100;
/** Characters from which on suggestions of tags and of values of custom fields are asked for. Source: spec part 2, section 5. */
export const TAG_SEARCH_MIN_CHARACTERS = 2;
