/** Characters of one file; longer ones are rejected before parsing. */
export const IMPORT_MAX_CHARACTERS = 5_000_000;
/** Limit for GIFT and Aiken, which have no embedded files. They are parsed synchronously, within 0.3 s. */
export const IMPORT_TEXT_MAX_CHARACTERS = 1_000_000;
/** Bytes of one package. */
export const IMPORT_PACKAGE_MAX_BYTES = 10 * 1024 * 1024;
/** Files in one package, including unused ones. */
export const IMPORT_PACKAGE_MAX_FILES = 2_000;
/** Questions in one file; files with more are rejected. */
export const IMPORT_MAX_QUESTIONS = 500;
/** Images of one import; further ones are omitted. */
export const IMPORT_MAX_IMAGES = 100;
/** Total of all images of one import, unpacked. */
export const IMPORT_IMAGES_MAX_BYTES = 20 * 1024 * 1024;
/** Total of all images of one import; they are decoded to be checked, at about 10 ms per million pixels. */
export const IMPORT_IMAGES_MAX_PIXELS = 256_000_000;
