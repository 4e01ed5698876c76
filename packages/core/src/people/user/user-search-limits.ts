/** Limits of the search for people. Source: docs/spec/constants.tsv. */

/** Shortest text that is searched for, in characters. */
export const USER_SEARCH_MIN_CHARACTERS = 4;
/** Pause in typing after which the search starts. */
export const USER_SEARCH_DEBOUNCE_MS = 500;
