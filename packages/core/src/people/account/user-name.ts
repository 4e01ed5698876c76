/** Pattern of a user name, an alternative to the email address for signing in. */

export const USER_NAME_MAX_CHARACTERS = 100;

/**
 * Letters, digits, dots, hyphens and underscores, starting with a letter or a digit. No "@", so a user name never
 * equals an email address.
 */
export const USER_NAME_PATTERN = /^[\p{L}\p{N}][\p{L}\p{M}\p{N}._-]*$/u;

export const isUserName = (text: string): boolean =>
  text.length <= USER_NAME_MAX_CHARACTERS && USER_NAME_PATTERN.test(text);
