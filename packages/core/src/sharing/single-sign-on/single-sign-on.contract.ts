/**
 * Signing in at the institution's own sign-in page by OpenID Connect (authorization code with PKCE). The browser opens both
 * addresses as pages: they answer with a redirect.
 *
 * Sources: OpenID Connect Core 1.0, section 3.1; RFC 7636 (PKCE); decision 0061.
 */
import { z } from "zod";
import type { Call } from "../../call.contract.ts";
import { idText } from "../../platform/ids.ts";

/** Longest path that is returned to after sign-in. */
export const NEXT_MAX_CHARACTERS = 2_000;

/** Redirects to the provider's sign-in page; to `/sign-in?failed=failed` if there is none for the site. */
export const startSingleSignOn = {
  method: "GET",
  path: "/single-sign-on/start",
  summary: "Redirect to the sign-in page of the institution",
  policy: "anyone",
  query: z.object({
    /** A page's address carries no headers; left out: the site that the request names otherwise. */
    site: idText.optional(),
    /** Path within this server to return to; anything else is ignored. */
    next: z.string().max(NEXT_MAX_CHARACTERS).optional(),
  }),
  answer: z.unknown(),
} as const satisfies Call;

/** Where the provider sends the browser back to. Redirects to the page that was asked for, or to `/sign-in?failed=…`. */
export const finishSingleSignOn = {
  method: "GET",
  path: "/single-sign-on/callback",
  summary: "Sign in with the answer of the institution's sign-in page",
  policy: "anyone",
  /** As the provider sends them; checked against the cookie of the start. */
  query: z.record(z.string(), z.unknown()),
  answer: z.unknown(),
} as const satisfies Call;
