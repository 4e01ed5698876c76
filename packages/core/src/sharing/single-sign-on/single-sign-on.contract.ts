/**
 * Single sign-on through the institution's OpenID Connect provider (authorization code with PKCE). The browser opens
 * both URLs as pages; they answer with a redirect.
 *
 * Sources: OpenID Connect Core 1.0, section 3.1; RFC 7636 (PKCE); decision 0061.
 */
import { z } from "zod";
import type { Call } from "../../call.contract.ts";
import { idText } from "../../platform/ids.ts";

/** Maximum length of the path to return to. */
const NEXT_MAX_CHARACTERS = 2_000;

/** Redirects to the provider's sign-in page, or to `/sign-in?failed=failed` if the site has no provider. */
export const startSingleSignOn = {
  method: "GET",
  path: "/single-sign-on/start",
  summary: "Redirect to the sign-in page of the institution",
  policy: "anyone",
  query: z.object({
    /** Site ID, because a page request has no header for it; default: determined from the request. */
    site: idText.optional(),
    /** Path on this server to return to; anything else is ignored. */
    next: z.string().max(NEXT_MAX_CHARACTERS).optional(),
  }),
  answer: z.unknown(),
} as const satisfies Call;

/** The provider redirects the browser here. Redirects to the requested page, or to `/sign-in?failed=…`. */
export const finishSingleSignOn = {
  method: "GET",
  path: "/single-sign-on/callback",
  summary: "Sign in with the answer of the institution's sign-in page",
  policy: "anyone",
  /** As sent by the provider; checked against the cookie of the start. */
  query: z.record(z.string(), z.unknown()),
  answer: z.unknown(),
} as const satisfies Call;
