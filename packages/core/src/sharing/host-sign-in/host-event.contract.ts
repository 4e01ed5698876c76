/** What a host site tells: that somebody has signed out there, has other rights now, or is gone. */
import { z } from "zod";
import type { Call } from "../../call.contract.ts";
import { SITE_TOKEN_MAX_CHARACTERS } from "./site-token.ts";

/**
 * The token is a JWS (EdDSA) of type `sz-event+jwt`, for two minutes at most, and is taken once. Its claim `events` names
 * `session.ended` (`sub`, `sid`), `user.changed` (`sub`) and `user.deleted` (`sub`).
 *
 * Refused: 401 with `siteToken.` and the reason; 409 with `lastAdministrator`, where nobody could administer the site after it.
 */
export const sendHostEvent = {
  method: "POST",
  path: "/v2/host/events",
  summary: "Tell what has happened at the host site: a session ended, a person changed or deleted",
  policy: "anyone",
  body: z.strictObject({ token: z.string().max(SITE_TOKEN_MAX_CHARACTERS) }),
  answer: z.void(),
} as const satisfies Call;
