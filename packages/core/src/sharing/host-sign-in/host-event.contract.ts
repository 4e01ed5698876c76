/**
 * Events from a host site: a user has signed out there, has other rights, or was deleted; a post shows other content.
 */
import { z } from "zod";
import type { Call } from "../../call.contract.ts";
import { SITE_TOKEN_MAX_CHARACTERS } from "./site-token.ts";

/**
 * The token is a JWS (EdDSA) of type `sz-event+jwt`, valid for at most two minutes and accepted once. Its claim
 * `events` contains `session.ended` (`sub`, `sid`), `user.changed` (`sub`), `user.deleted` (`sub`) and `posts.changed`: a
 * list of posts, each with its `id` (digits, as text) and the `path` of the content that it shows; an empty path if it no
 * longer shows any.
 *
 * Rejected: 401 with `siteToken.` and the reason; 409 with `lastAdministrator` if the site would be left without an
 * administrator.
 */
export const sendHostEvent = {
  method: "POST",
  path: "/v2/host/events",
  summary: "Tell what has happened at the host site: a session ended, a person changed or deleted, posts changed",
  policy: "anyone",
  body: z.strictObject({ token: z.string().max(SITE_TOKEN_MAX_CHARACTERS) }),
  answer: z.void(),
} as const satisfies Call;
