/** Limits of user groups and their search. Sources: docs/spec/constants.tsv; titles as for content. */

/** Minimum length of a search text for user groups. */
export const ASSIGNMENT_SEARCH_MIN_CHARACTERS = 3;
export const USER_GROUP_TITLE_MAX_CHARACTERS = 200;
/** Maximum number of search results. */
export const SEARCH_MAX_RESULTS = 20;
/** Groups in one answer; a page with fewer is the last. */
export const USER_GROUPS_PER_PAGE = 500;
export const MEMBERS_PER_PAGE = 500;
/** Places of one group in an answer. */
export const GROUP_PLACES_MAX = 500;
export const LISTED_GROUP_PLACES_MAX = 10;
/** Members of each group in an answer with several groups. */
export const LISTED_GROUP_MEMBERS_MAX = 20;
/** Groups assigned directly to one place. */
export const GROUPS_PER_PLACE_MAX = 100;
