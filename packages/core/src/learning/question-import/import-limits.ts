/** Characters of one file; a longer one is refused before it is parsed. */
export const IMPORT_MAX_CHARACTERS = 5_000_000;
/** The same of GIFT and Aiken: they have no embedded files. It is parsed between other requests, within 0.3 s. */
export const IMPORT_TEXT_MAX_CHARACTERS = 1_000_000;
/** Questions of one file; a file with more is refused. */
export const IMPORT_MAX_QUESTIONS = 500;
