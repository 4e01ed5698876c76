/** Paths that may be opened after signing in; prevents open redirects from the sign-in page. */

/** Rejects a scheme, a host (also with backslashes), and tabs and line breaks, which browsers drop. */
export function isOwnPath(path: string): boolean {
  return /^\/(?![/\\])[\x20-\x5b\x5d-\x7e]*$/.test(path) && !path.startsWith("/sign-in");
}
