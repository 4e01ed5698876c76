/** Limits of user groups and of the search for them and for people. Sources: docs/spec/constants.tsv; titles as of content. */

/** Characters from which user groups are searched for. */
export const ASSIGNMENT_SEARCH_MIN_CHARACTERS = 3;
/** Characters from which people are searched for. */
export const USER_SEARCH_MIN_CHARACTERS = 4;
/** How long typing rests before people are searched for. */
export const USER_SEARCH_DEBOUNCE_MS = 500;
export const USER_GROUP_TITLE_MAX_CHARACTERS = 200;
/** What one search finds at most. */
export const SEARCH_MOST_RESULTS = 20;
