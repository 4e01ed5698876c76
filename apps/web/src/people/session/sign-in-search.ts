/** Where to go after signing in: the `next` of `/sign-in?next=…`. */

export interface SignInSearch {
  /** Path with query within this site; missing: the landing page. */
  readonly next?: string | undefined;
}

/**
 * Only paths of our own: a link to our sign-in page must not lead anywhere else. What is refused is said to be undefined:
 * the router would keep the raw value of a key that is merely left out.
 */
export function readSignInSearch({ next }: Record<string, unknown>): SignInSearch {
  return { next: typeof next === "string" && isOwnPath(next) ? next : undefined };
}

/** A scheme, a host (also written with a backslash), tabs and line breaks that browsers drop: all refused. */
export function isOwnPath(path: string): boolean {
  return /^\/(?![/\\])[\x20-\x5b\x5d-\x7e]*$/.test(path) && !path.startsWith("/sign-in");
}
