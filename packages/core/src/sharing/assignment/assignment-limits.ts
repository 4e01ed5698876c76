/** Limits of user groups and of the search for them. Sources: docs/spec/constants.tsv; titles as of content. */

/** Characters from which user groups are searched for. */
export const ASSIGNMENT_SEARCH_MIN_CHARACTERS = 3;
export const USER_GROUP_TITLE_MAX_CHARACTERS = 200;
/** What one search finds at most. */
export const SEARCH_MAX_RESULTS = 20;
/** Of one answer; a page with fewer is the last. */
export const USER_GROUPS_PER_PAGE = 500;
export const MEMBERS_PER_PAGE = 500;
/** Places of one group in the answer about it, and in an answer about several groups. */
export const GROUP_PLACES_MAX = 500;
export const LISTED_GROUP_PLACES_MAX = 10;
/** Members of each group in an answer about several groups. */
export const LISTED_GROUP_MEMBERS_MAX = 20;
/** Groups that one place can have of its own. */
export const GROUPS_PER_PLACE_MAX = 100;
