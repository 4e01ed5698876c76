/** Path that may be opened after signing in: a link to our sign-in page must not lead anywhere else. */

/** A scheme, a host (also written with a backslash), tabs and line breaks that browsers drop: all refused. */
export function isOwnPath(path: string): boolean {
  return /^\/(?![/\\])[\x20-\x5b\x5d-\x7e]*$/.test(path) && !path.startsWith("/sign-in");
}
