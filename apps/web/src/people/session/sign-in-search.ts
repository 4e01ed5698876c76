/** Query of `/sign-in?next=…&failed=…`. */
import { isOwnPath } from "@parfocal/core/session/own-path.ts";
import { SINGLE_SIGN_ON_FAILURES, type SingleSignOnFailure } from "@parfocal/core/session/single-sign-on-failure.ts";

interface SignInSearch {
  /** Path with query within this site to open after signing in; missing: the landing page. */
  readonly next?: string | undefined;
  /** Why signing in at the institution's page failed just now. */
  readonly failed?: SingleSignOnFailure | undefined;
}

/** What is refused is undefined: the router would keep the raw value of a key that is left out. */
export function readSignInSearch({ next, failed }: Record<string, unknown>): SignInSearch {
  return {
    next: typeof next === "string" && isOwnPath(next) ? next : undefined,
    failed: SINGLE_SIGN_ON_FAILURES.find((failure) => failure === failed),
  };
}
