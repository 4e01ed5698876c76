import { AppError, notFound } from "@parfocal/core/errors.ts";
import {
  deleteOwnAccount,
  deleteUser,
  FRESH_SIGN_IN_MINUTES,
  getDataOfUser,
  getOwnData,
} from "@parfocal/core/personal-data/personal-data.contract.ts";
import { readPasswordHash } from "#account/account.queries.ts";
import { languageOfMails } from "#account/account-mails.ts";
import { findManagedUser } from "#account/managed-user.queries.ts";
import { assertOwnPassword } from "#account/own-password.ts";
import type { SignedInUser } from "#platform/access/caller.ts";
import { NO_PASSWORD } from "#platform/access/password.ts";
import { sessionsHaveEnded } from "#platform/access/session-end.ts";
import { withSite } from "#platform/db/database.ts";
import { longRoute, route } from "#platform/http/route.ts";
import { clearSessionCookie } from "#platform/http/site-and-session.ts";
import type { Platform } from "#platform/platform.ts";
import { deletePerson } from "./delete-person.ts";
import { countPersonalData, sessionAgeMinutes } from "./personal-data.queries.ts";

export const personalDataRoutes = [
  route(getDataOfUser, async ({ db, siteId }, { params }) => {
    if (!(await findManagedUser(db, siteId, params.id))) throw notFound("Account");
    return countPersonalData(db, siteId, params.id);
  }),

  route(getOwnData, async ({ db, siteId, caller }) => {
    const { id } = caller.signedIn();
    const hasPassword = (await readPasswordHash(db, siteId, id)) !== NO_PASSWORD;
    return { ...(await countPersonalData(db, siteId, id)), hasPassword };
  }),

  longRoute(deleteUser, async ({ siteId, site, caller, platform, request }, { params, query }) => {
    const { id: callerId, preferences } = caller.signedIn();
    if (params.id === callerId)
      throw new AppError("conflict", "Delete your own account on the page “Profile and password”.", {
        codes: ["ownAccount"],
      });
    const language = languageOfMails(site, preferences?.language ?? null, request.headers["accept-language"]);
    const ended = await deletePerson(platform, siteId, { id: params.id, callerId, work: query.work, language });
    sessionsHaveEnded(platform, ended, { siteId, userId: params.id, reason: "accountDeleted", request });
  }),

  longRoute(deleteOwnAccount, async ({ siteId, site, caller, platform, request, reply }, { body }) => {
    const user = caller.signedIn();
    await assertOwner(platform, siteId, user, body.currentPassword);
    const language = languageOfMails(site, user.preferences?.language ?? null, request.headers["accept-language"]);
    const ended = await deletePerson(platform, siteId, { id: user.id, callerId: user.id, work: body.work, language });
    clearSessionCookie(reply);
    sessionsHaveEnded(platform, ended, { siteId, userId: user.id, reason: "accountDeleted", request });
  }),
];

/** The password, or a recent sign-in if there is none. @throws AppError `invalid` or `conflict`. */
async function assertOwner(
  { database }: Platform,
  siteId: number,
  { id: userId, sessionId }: SignedInUser,
  password: string | null,
): Promise<void> {
  if (password !== null) {
    await assertOwnPassword(database, siteId, userId, password);
    return;
  }
  const { hash, minutes } = await withSite(database, siteId, async (db) => ({
    hash: await readPasswordHash(db, siteId, userId),
    minutes: await sessionAgeMinutes(db, siteId, { userId, sessionId }),
  }));
  if (hash !== NO_PASSWORD)
    throw new AppError("invalid", "Enter the current password.", { codes: ["currentPasswordIncorrect"] });
  if (minutes === null || minutes > FRESH_SIGN_IN_MINUTES)
    throw new AppError("conflict", "Sign out, sign in again and delete the account within 10 minutes.", {
      codes: ["signInAgain"],
    });
}
