import {
  changePassword as changePasswordContract,
  changeProfile,
  endOtherSessions,
  endOwnSession,
  getProfile,
  listOwnSessions,
  type Profile,
  SESSIONS_SHOWN,
} from "@parfocal/core/account/account.contract.ts";
import { deviceName } from "@parfocal/core/account/device-name.ts";
import {
  confirmEmailChange,
  requestEmailChange,
  requestPasswordReset,
  resetPassword,
} from "@parfocal/core/account/recovery.contract.ts";
import { notFound } from "@parfocal/core/errors.ts";
import { linkOriginOf } from "#mail/write-mail.ts";
import type { SignedInUser } from "#platform/access/caller.ts";
import { sessionsHaveEnded } from "#platform/access/session-end.ts";
import type { SiteDb } from "#platform/db/database.ts";
import { withSite } from "#platform/db/database.ts";
import { nonceOf } from "#platform/http/origin.ts";
import { longRoute, route } from "#platform/http/route.ts";
import { clearSessionCookie, setSessionCookie } from "#platform/http/site-and-session.ts";
import { changeOwnRow, endOneSession, endSessionsOf, listLiveSessions, readPreferences } from "./account.queries.ts";
import { languageOfMails } from "./account-mails.ts";
import { confirmNewEmail, requestNewEmail } from "./change-email.ts";
import { changePassword } from "./change-password.ts";
import { assertFreeUserName } from "./change-users.ts";
import { completeReset, requestReset } from "./reset-password.ts";

async function presentProfile(db: SiteDb, siteId: number, user: SignedInUser): Promise<Profile> {
  const { id, email, role } = user;
  const sessions = await listLiveSessions(db, siteId, { userId: id, role });
  const otherSessionCount = sessions.filter((session) => session.id !== user.sessionId).length;
  return { id, email, role, otherSessionCount, ...(await readPreferences(db, siteId, id)) };
}

export const accountRoutes = [
  route(getProfile, ({ db, siteId, caller }) => presentProfile(db, siteId, caller.signedIn())),

  route(changeProfile, async ({ db, siteId, caller }, { body }) => {
    const user = caller.signedIn();
    if (body.userName) await assertFreeUserName(db, siteId, body.userName, user.id);
    await changeOwnRow(db, siteId, user.id, body);
    return presentProfile(db, siteId, user);
  }),

  longRoute(changePasswordContract, async ({ site, caller, platform, request, reply }, { body }) => {
    const user = caller.signedIn();
    const { language } = await withSite(platform.database, site.id, (db) => readPreferences(db, site.id, user.id));
    const { token, isKept } = await changePassword(platform, {
      siteId: site.id,
      siteTitle: site.title,
      user,
      language: languageOfMails(site, language, request.headers["accept-language"]),
      ...body,
    });
    setSessionCookie(request, reply, { token, keptDays: isKept ? site.sessionLimits.keptDays : 0 });
    return {
      message: "Your password has been changed.",
      nonce: nonceOf(token, platform.nonceKey, Date.now()),
      token,
    };
  }),

  route(listOwnSessions, async ({ db, siteId, caller }) => {
    const { id: userId, role, sessionId } = caller.signedIn();
    const all = await listLiveSessions(db, siteId, { userId, role });
    const sessions = all.slice(0, SESSIONS_SHOWN).map(({ userAgent, ...session }) => ({
      ...session,
      ...deviceName(userAgent),
      isCurrent: session.id === sessionId,
    }));
    return { sessions, total: all.length };
  }),

  route(endOwnSession, async ({ db, siteId, caller, platform, request, reply, afterCommit }, { params }) => {
    const user = caller.signedIn();
    const hash = await endOneSession(db, siteId, { userId: user.id, id: params.id });
    if (hash === null) throw notFound("Session");
    if (params.id === user.sessionId) clearSessionCookie(reply);
    const end = { siteId, userId: user.id, reason: "endedByOwner" } as const;
    afterCommit(() => sessionsHaveEnded(platform, [hash], { ...end, request }));
  }),

  route(endOtherSessions, async ({ db, siteId, caller, platform, request, afterCommit }) => {
    const { id, sessionId } = caller.signedIn();
    const ended = await endSessionsOf(db, siteId, id, sessionId);
    const end = { siteId, userId: id, reason: "endedByOwner" } as const;
    afterCommit(() => sessionsHaveEnded(platform, ended, { ...end, request }));
    return { ended: ended.length };
  }),

  route(requestPasswordReset, async ({ db, siteId, site, platform, request, afterCommit }, { body }) => {
    const linkOrigin = linkOriginOf(request, site.origins, platform);
    const language = languageOfMails(site, null, request.headers["accept-language"]);
    await requestReset(db, siteId, { email: body.email, address: request.ip, linkOrigin, language }, platform);
    afterCommit(() => platform.jobs.wake());
  }),

  longRoute(resetPassword, async ({ siteId, site, platform, request }, { body }) => ({
    email: await completeReset(platform, {
      siteId,
      site,
      acceptLanguage: request.headers["accept-language"],
      ...body,
    }),
  })),

  longRoute(requestEmailChange, async ({ siteId, site, caller, platform, request }, { body }) => {
    const user = caller.signedIn();
    const { language } = await withSite(platform.database, siteId, (db) => readPreferences(db, siteId, user.id));
    await requestNewEmail(platform, {
      siteId,
      siteTitle: site.title,
      user,
      language: languageOfMails(site, language, request.headers["accept-language"]),
      linkOrigin: linkOriginOf(request, site.origins, platform),
      ...body,
    });
  }),

  route(confirmEmailChange, async ({ db, siteId }, { body }) => ({
    email: await confirmNewEmail(db, siteId, body.token),
  })),
];
