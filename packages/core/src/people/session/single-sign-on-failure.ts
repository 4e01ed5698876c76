/** Why signing in at the institution's own sign-in page failed: the `failed` of `/sign-in?failed=…`. */
export const SINGLE_SIGN_ON_FAILURES = [
  /** The person stopped, or the provider did not let them in. */
  "denied",
  /** It took longer than ten minutes, or was not begun in this browser. */
  "expired",
  /** The provider did not answer, or not as agreed. */
  "failed",
  /** The account is suspended or no longer valid. */
  "closed",
  /** The provider names no email address. */
  "noEmail",
  /** There is an account with this email address, and the provider does not vouch for the address. */
  "emailUnverified",
] as const;
export type SingleSignOnFailure = (typeof SINGLE_SIGN_ON_FAILURES)[number];
