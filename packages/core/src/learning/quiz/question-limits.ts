/** How long the texts of a question may be, in characters. */
export const OPTION_MAX_CHARACTERS = 1_000;
export const CORRECT_ANSWER_MAX_CHARACTERS = 2_000;
