/** Limits of the search for people. Source: docs/spec/constants.tsv. */

/** Minimum length of a search text, in characters. */
export const USER_SEARCH_MIN_CHARACTERS = 4;
/** Pause after typing before the search starts. */
export const USER_SEARCH_DEBOUNCE_MS = 500;
