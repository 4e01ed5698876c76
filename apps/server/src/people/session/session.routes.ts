import { closeSession, getSession, openSession } from "@parfocal/core/session/session.contract.ts";
import { sessionsHaveEnded } from "#platform/access/session-end.ts";
import { announce } from "#platform/db/announcements.ts";
import type { SiteDb } from "#platform/db/database.ts";
import { nonceOf } from "#platform/http/origin.ts";
import { longRoute, route } from "#platform/http/route.ts";
import { clearSessionCookie, readCookieToken, readCredentials } from "#platform/http/site-and-session.ts";
import { isSiteToken, sessionOfSiteToken } from "#platform/http/site-tokens.ts";
import { presentUser } from "#user/user.present.ts";
import { listNewMemberships } from "#work-group/work-group.queries.ts";
import { answerSignIn } from "./answer-sign-in.ts";
import { readDeviceToken } from "./known-device.ts";
import { deleteSession } from "./session.queries.ts";
import { signIn } from "./sign-in.ts";

/** A page whose session is in a cookie needs no pass for its files. */
const passOf = async (db: SiteDb, siteId: number, token: string): Promise<string | null> =>
  isSiteToken(token) ? sessionOfSiteToken(db, siteId, token) : null;

export const sessionRoutes = [
  longRoute(
    openSession,
    async ({ site, platform, request, reply }, { body }) => {
      const { user, way, token, isKept, deviceToken } = await signIn(platform, {
        siteId: site.id,
        login: body.login,
        password: body.password,
        code: body.code,
        staySignedIn: (body.staySignedIn ?? false) && site.canStaySignedIn,
        userAgent: request.headers["user-agent"] ?? "",
        address: request.ip,
        deviceToken: readDeviceToken(request),
        formerToken: readCookieToken(request),
      });
      platform.securityLog.note("signedIn", { siteId: site.id, userId: user.id, way }, request);
      return answerSignIn({ site, platform, request, reply }, { userId: user.id, token, isKept, deviceToken });
    },
    { pool: "reserve" },
  ),

  route(getSession, async ({ db, siteId, site, caller, platform, request }) => {
    const { token } = readCredentials(request);
    return {
      user: caller.user && presentUser(caller.user),
      site,
      nonce: caller.user && token ? nonceOf(token, platform.nonceKey, Date.now()) : null,
      newMemberships: caller.user ? await listNewMemberships(db, siteId, caller.user.id) : [],
      filePass: caller.user && token ? await passOf(db, siteId, token) : null,
      singleSignOn: platform.singleSignOn?.siteId === siteId ? platform.singleSignOn.name : null,
    };
  }),

  route(closeSession, async ({ db, siteId, caller, platform, request, reply, afterCommit }) => {
    const { token } = readCredentials(request);
    clearSessionCookie(reply);
    const { user } = caller;
    if (!user || token === null) return;
    const hash = (await deleteSession(db, siteId, user.sessionId))?.toString("hex") ?? "";
    await announce(db, "sessionEnded", hash);
    afterCommit(() => sessionsHaveEnded(platform, [hash], { siteId, userId: user.id, reason: "signedOut", request }));
  }),
];
