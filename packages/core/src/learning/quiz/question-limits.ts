/** How long the texts of a question may be, in characters. */
export const OPTION_MAX_CHARACTERS = 1_000;
export const CORRECT_ANSWER_MAX_CHARACTERS = 2_000;
/** What somebody may answer. */
export const ANSWER_MAX_CHARACTERS = 4_000;
/** Marks on the slide in one answer, and the length of all of them as WKT. */
export const MARKS_MAX = 50;
export const MARKS_MAX_CHARACTERS = 100_000;
/** Names an option in one attempt. */
export const OPTION_TOKEN_PATTERN = /^[\w-]{12}$/;
