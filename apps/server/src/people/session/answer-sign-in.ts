import type { AnswerOf } from "@parfocal/core/call.contract.ts";
import type { openSession } from "@parfocal/core/session/session.contract.ts";
import { withSite } from "#platform/db/database.ts";
import { nonceOf } from "#platform/http/origin.ts";
import type { LongRouteContext } from "#platform/http/route.ts";
import { findCaller, setSessionCookie } from "#platform/http/site-and-session.ts";
import { presentUser } from "#user/user.present.ts";
import { listNewMemberships } from "#work-group/work-group.queries.ts";
import { setDeviceCookie } from "./known-device.ts";

interface OpenedSession {
  readonly userId: number;
  readonly token: string;
  /** Whether the session persists after the browser is closed. */
  readonly isKept: boolean;
  readonly deviceToken: string;
}

/** Sets the cookies of a new session. @returns its data for the page. */
export async function answerSignIn(
  { site, platform, request, reply }: Pick<LongRouteContext, "site" | "platform" | "request" | "reply">,
  { userId, token, isKept, deviceToken }: OpenedSession,
): Promise<AnswerOf<typeof openSession>> {
  // As later requests read it, including the site's requirements for the role.
  const { caller, newMemberships } = await withSite(platform.reserve, site.id, async (db) => ({
    caller: await findCaller(db, site.id, token),
    newMemberships: await listNewMemberships(db, site.id, userId),
  }));
  setSessionCookie(request, reply, { token, keptDays: isKept ? site.sessionLimits.keptDays : 0 });
  setDeviceCookie(request, reply, deviceToken);
  const nonce = nonceOf(token, platform.nonceKey, Date.now());
  return { user: presentUser(caller.signedIn()), site, nonce, token, newMemberships };
}
