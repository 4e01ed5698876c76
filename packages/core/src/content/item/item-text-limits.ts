/** Limits for the texts of all items: courses, folders and what they contain. */
export const TITLE_MAX_CHARACTERS = 200;
export const DESCRIPTION_MAX_CHARACTERS = 10_000;
