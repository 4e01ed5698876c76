/** Characters of one file; a longer one is refused before it is parsed. */
export const IMPORT_MAX_CHARACTERS = 5_000_000;
/** The same of GIFT and Aiken: they have no embedded files. It is parsed between other requests, within 0.3 s. */
export const IMPORT_TEXT_MAX_CHARACTERS = 1_000_000;
/** Bytes of one package. */
export const IMPORT_PACKAGE_MAX_BYTES = 10 * 1024 * 1024;
/** Files in one package, those that no question needs included. */
export const IMPORT_PACKAGE_MAX_FILES = 2_000;
/** Questions of one file; a file with more is refused. */
export const IMPORT_MAX_QUESTIONS = 500;
/** Images of one import; further ones are left out. */
export const IMPORT_MAX_IMAGES = 100;
/** Of all images of one import, unpacked. */
export const IMPORT_IMAGES_MAX_BYTES = 20 * 1024 * 1024;
/** Of all images of one import: they are decoded to be checked, which takes some 10 ms for each million. */
export const IMPORT_IMAGES_MAX_PIXELS = 256_000_000;
