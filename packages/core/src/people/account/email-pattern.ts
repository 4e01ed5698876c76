/**
 * Pattern of an email address: no white space, one @, no characters used by markup or address lists. Only a mail can
 * prove that it works.
 */
export const EMAIL_PATTERN = /^[^\s@<>"(),:;[\]\\]+@[^\s@<>"(),:;[\]\\]+$/;
