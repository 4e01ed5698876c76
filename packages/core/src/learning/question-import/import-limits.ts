/** Characters of one file; a longer one is refused before it is parsed. */
export const IMPORT_MAX_CHARACTERS = 5_000_000;
/** Questions of one file; a file with more is refused. */
export const IMPORT_MAX_QUESTIONS = 500;
