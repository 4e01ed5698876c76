/** Form of a user name: what a person can sign in with beside the email address. */

export const USER_NAME_MAX_CHARACTERS = 100;

/** Letters, digits, dots, hyphens and underscores, a letter or a digit first. No "@": an email address is never a user name. */
export const USER_NAME_PATTERN = /^[\p{L}\p{N}][\p{L}\p{M}\p{N}._-]*$/u;

export const isUserName = (text: string): boolean =>
  text.length <= USER_NAME_MAX_CHARACTERS && USER_NAME_PATTERN.test(text);
