import {
  changePassword as changePasswordContract,
  changeProfile,
  endOtherSessions,
  getProfile,
  type Profile,
} from "@parfocal/core/account/account.contract.ts";
import type { SignedInUser } from "#platform/access/caller.ts";
import { sessionHasEnded } from "#platform/access/session-end.ts";
import type { SiteDb } from "#platform/db/database.ts";
import { nonceOf } from "#platform/http/origin.ts";
import { longRoute, route } from "#platform/http/route.ts";
import { sessionLimitsMs, setSessionCookie } from "#platform/http/site-and-session.ts";
import { countOtherSessions, endSessionsOf, renameUser } from "./account.queries.ts";
import { changePassword } from "./change-password.ts";

async function presentProfile(db: SiteDb, siteId: number, user: SignedInUser): Promise<Profile> {
  const { id, displayName, email, role, sessionId } = user;
  const sessions = { userId: id, sessionId, limitsMs: sessionLimitsMs(role) };
  return { id, displayName, email, role, otherSessionCount: await countOtherSessions(db, siteId, sessions) };
}

export const accountRoutes = [
  route(getProfile, ({ db, siteId, caller }) => presentProfile(db, siteId, caller.signedIn())),

  route(changeProfile, async ({ db, siteId, caller }, { body: { displayName } }) => {
    const user = caller.signedIn();
    await renameUser(db, siteId, user.id, displayName);
    return presentProfile(db, siteId, { ...user, displayName });
  }),

  longRoute(changePasswordContract, async ({ site, caller, platform, request, reply }, { body }) => {
    const token = await changePassword(platform.database, {
      siteId: site.id,
      siteTitle: site.title,
      user: caller.signedIn(),
      ...body,
    });
    setSessionCookie(request, reply, token);
    return {
      message: "Your password has been changed.",
      nonce: nonceOf(token, platform.nonceKey, Date.now()),
      token,
    };
  }),

  route(endOtherSessions, async ({ db, siteId, caller, afterCommit }) => {
    const { id, sessionId } = caller.signedIn();
    const ended = await endSessionsOf(db, siteId, id, sessionId);
    afterCommit(() => ended.forEach(sessionHasEnded));
    return { ended: ended.length };
  }),
];
