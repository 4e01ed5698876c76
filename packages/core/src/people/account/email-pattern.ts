/**
 * Form of an email address, as far as it is checked: no blanks, one @, nothing that markup or a list of addresses is made
 * of. Whether mail arrives there only mail can tell.
 */
export const EMAIL_PATTERN = /^[^\s@<>"(),:;[\]\\]+@[^\s@<>"(),:;[\]\\]+$/;
