/** Reasons for a failed single sign-on: the `failed` of `/sign-in?failed=…`. */
export const SINGLE_SIGN_ON_FAILURES = [
  /** The person cancelled, or the provider rejected them. */
  "denied",
  /** It took longer than ten minutes, or was started in another browser. */
  "expired",
  /** The provider did not answer, or answered incorrectly. */
  "failed",
  /** The account is suspended or no longer valid. */
  "closed",
  /** The provider returned no email address. */
  "noEmail",
  /** An account with this email address exists, and the provider does not confirm the address. */
  "emailUnverified",
] as const;
export type SingleSignOnFailure = (typeof SINGLE_SIGN_ON_FAILURES)[number];
