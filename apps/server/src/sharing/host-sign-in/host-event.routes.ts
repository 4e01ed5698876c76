import { roleHas } from "@parfocal/core/access/capabilities.ts";
import { AppError } from "@parfocal/core/errors.ts";
import { sendHostEvent } from "@parfocal/core/host-sign-in/host-event.contract.ts";
import { itemOfAddress } from "@parfocal/core/host-sign-in/post-path.ts";
import { HOST_EVENT_TYPE, readHostEventClaims } from "@parfocal/core/host-sign-in/site-token.ts";
import { countManagersOfPeople, endSessionsOf } from "#account/account.queries.ts";
import { changeUserRow, findManagedUser, lockAdministrators } from "#account/managed-user.queries.ts";
import { recordAudit } from "#audit/record-audit.ts";
import { writePost } from "#item/item-post.queries.ts";
import { sessionsHaveEnded } from "#platform/access/session-end.ts";
import { announce } from "#platform/db/announcements.ts";
import { type RouteContext, route } from "#platform/http/route.ts";
import { hashToken } from "#platform/http/site-and-session.ts";
import { endHostSession } from "#session/session.queries.ts";
import { findIdentityAccount } from "#single-sign-on/user-identity.queries.ts";
import { findHost, type SiteHost } from "#site/site.queries.ts";
import { refuseTokensBefore, useTokenOnce } from "./host-token.queries.ts";
import { checkHostToken, rejected, sessionOf } from "./read-site-token.ts";

export const hostEventRoutes = [
  route(sendHostEvent, async (context, { body: { token } }) => {
    const { db, siteId, platform } = context;
    const host = await findHost(db, siteId);
    const { claims } = checkHostToken(platform, { host, siteId, token, type: HOST_EVENT_TYPE });
    const message = readHostEventClaims(claims, { ...host, siteId }, Date.now() / 1000);
    if (typeof message === "string") throw rejected(message);
    if (!(await useTokenOnce(db, siteId, message.jti))) throw rejected("replayed");
    const { "session.ended": ended, "user.changed": changed, "user.deleted": deleted } = message.events;
    if (ended) await endSession(context, host, ended);
    for (const person of [changed, deleted])
      if (person) await refuseTokensBefore(db, siteId, { issuer: host.issuer, subject: person.sub, atS: message.iat });
    if (deleted) await closeAccount(context, host, deleted.sub);
    for (const { postId, path } of message.posts)
      await writePost(db, siteId, {
        ...{ issuer: host.issuer, postId, signedAtS: message.iat },
        shown: itemOfAddress(path, siteId),
      });
  }),
];

async function endSession(
  { db, siteId, platform, request, afterCommit }: RouteContext,
  host: SiteHost,
  { sub, sid }: { readonly sub: string; readonly sid: string },
): Promise<void> {
  const hash = hashToken(sessionOf(platform, siteId, { host, sub, sid }));
  await endHostSession(db, siteId, hash);
  await announce(db, "sessionEnded", hash.toString("hex"));
  const end = { siteId, userId: null, reason: "endedByHost" } as const;
  afterCommit(() => sessionsHaveEnded(platform, [hash.toString("hex")], { ...end, request }));
}

/** The person's content is kept, as when an administrator suspends an account, and the account can be restored. */
async function closeAccount(
  { db, siteId, platform, request, afterCommit }: RouteContext,
  { issuer }: SiteHost,
  subject: string,
): Promise<void> {
  const account = await findIdentityAccount(db, siteId, { issuer, subject });
  if (!account?.isUsable) return;
  await lockAdministrators(db, siteId);
  const person = await findManagedUser(db, siteId, account.id);
  await changeUserRow(db, siteId, account.id, { isSuspended: true });
  // As when an administrator suspends an account; the host can send the event again once there is another
  // administrator.
  if (person && roleHas(person.role, "managePeople") && (await countManagersOfPeople(db, siteId)) === 0)
    throw new AppError("conflict", "This is the only administrator. Make someone else administrator first.", {
      codes: ["lastAdministrator"],
    });
  const hashes = await endSessionsOf(db, siteId, account.id, null);
  await recordAudit(db, siteId, {
    action: "userSuspended",
    actorId: null,
    personId: account.id,
    facts: { way: "hostSite" },
  });
  const end = { siteId, userId: account.id, reason: "endedByHost" } as const;
  afterCommit(() => sessionsHaveEnded(platform, hashes, { ...end, request }));
}
