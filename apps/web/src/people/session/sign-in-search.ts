/** Query of `/sign-in?next=…&failed=…`. */
import { isOwnPath } from "@parfocal/core/session/own-path.ts";
import { SINGLE_SIGN_ON_FAILURES, type SingleSignOnFailure } from "@parfocal/core/session/single-sign-on-failure.ts";

interface SignInSearch {
  /** Path with query within this site to open after signing in; omitted: the home page. */
  readonly next?: string | undefined;
  /** Why signing in at the institution's page just failed. */
  readonly failed?: SingleSignOnFailure | undefined;
}

/** Rejected values are undefined, because the router would keep the raw value of an omitted key. */
export function readSignInSearch({ next, failed }: Record<string, unknown>): SignInSearch {
  return {
    next: typeof next === "string" && isOwnPath(next) ? next : undefined,
    failed: SINGLE_SIGN_ON_FAILURES.find((failure) => failure === failed),
  };
}
