/** Maximum lengths of the texts of a question, in characters. */
export const OPTION_MAX_CHARACTERS = 1_000;
export const CORRECT_ANSWER_MAX_CHARACTERS = 2_000;
/** Length of a given answer. */
export const ANSWER_MAX_CHARACTERS = 4_000;
/** Number of marks in one answer, and total length of their WKT. */
export const MARKS_MAX = 50;
export const MARKS_MAX_CHARACTERS = 100_000;
/** Token of an option within one attempt. */
export const OPTION_TOKEN_PATTERN = /^[\w-]{12}$/;
