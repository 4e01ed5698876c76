/**
 * Validation of email addresses.
 *
 * Source: spec part 2, section 5 ("must match a standard e-mail pattern"). The pattern is that of `input type="email"`
 * in browsers (HTML standard, "Valid e-mail address"), with a domain of at least two labels, as spec part 1, section 5
 * requires for a quiz (local part, @, domain, top-level domain of 2 or more letters).
 */

const EMAIL_PATTERN =
  /^[a-zA-Z0-9.!#$%&'*+/=?^_`{|}~-]+@(?:[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?\.)+[a-zA-Z]{2,63}$/;

/** Source: RFC 5321, section 4.5.3.1.3 (a path has at most 256 octets, two of them brackets). */
export const EMAIL_MAX_CHARACTERS = 254;

export function isEmailAddress(text: string): boolean {
  return text.length <= EMAIL_MAX_CHARACTERS && EMAIL_PATTERN.test(text);
}
