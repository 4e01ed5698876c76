/** The second factor in the user's own account, and its reset by an administrator. */
import { AppError, notFound } from "@parfocal/core/errors.ts";
import {
  confirmSecondFactor,
  endSecondFactor,
  getSecondFactor,
  resetSecondFactor,
  startSecondFactor,
} from "@parfocal/core/second-factor/second-factor.contract.ts";
import { recordAudit } from "#audit/record-audit.ts";
import { deletePasskeysOf } from "#passkey/passkey.queries.ts";
import { lockSealKeys } from "#platform/access/seal-keys.ts";
import { sessionsHaveEnded } from "#platform/access/session-end.ts";
import { withSite } from "#platform/db/database.ts";
import { longRoute, route } from "#platform/http/route.ts";
import { createRecoveryCodes, createSecret, sealSecret, spendAppCode } from "#second-factor/check-code.ts";
import {
  confirmSecret,
  countRecoveryCodes,
  deleteSecondFactor,
  insertSecret,
  isSecondFactorNeeded,
  lockSecondFactor,
} from "#second-factor/second-factor.queries.ts";
import { countFailures, insertFailures, lockGuesses } from "#session/session.queries.ts";
import { MAX_FAILURES, SIGN_IN_WINDOW_MS } from "#session/sign-in.ts";
import { endSessionsOf } from "./account.queries.ts";
import { mailOwner } from "./mail-owner.ts";
import { findManagedUser } from "./managed-user.queries.ts";
import { assertOwnPassword } from "./own-password.ts";

export const secondFactorRoutes = [
  route(getSecondFactor, async ({ db, siteId, caller }) => {
    const { id } = caller.signedIn();
    const factor = await lockSecondFactor(db, siteId, id);
    return {
      isOn: factor?.isConfirmed ?? false,
      recoveryCodesLeft: await countRecoveryCodes(db, siteId, id),
      isRequired: caller.can("manageContent") && (await isSecondFactorNeeded(db, siteId)),
    };
  }),

  longRoute(startSecondFactor, async ({ siteId, site, caller, platform }, { body }) => {
    const { id, email } = caller.signedIn();
    await assertOwnPassword(platform.database, siteId, id, body.currentPassword);
    const owner = { siteId, userId: id };
    const { secret, uri } = createSecret({ email, siteTitle: site.title });
    await withSite(platform.database, siteId, async (db) => {
      if ((await lockSecondFactor(db, siteId, id))?.isConfirmed) throw alreadyOn();
      await insertSecret(db, siteId, id, sealSecret(secret, owner, await lockSealKeys(db)));
    });
    return { secret, uri };
  }),

  longRoute(confirmSecondFactor, async ({ siteId, site, caller, platform, request }, { body }) => {
    const user = caller.signedIn();
    const owner = { siteId, userId: user.id };
    const subject = `new second factor ${user.id}`;
    const { codes, hashes } = createRecoveryCodes();
    const isRight = await withSite(platform.database, siteId, async (db) => {
      await lockGuesses(db, siteId, subject);
      if ((await countFailures(db, siteId, subject, SIGN_IN_WINDOW_MS)) >= MAX_FAILURES.accountAndAddress)
        throw new AppError("tooManyRequests", "Too many wrong codes. Try again in 15 minutes.", {
          codes: ["tooManyCodes"],
        });
      const factor = await lockSecondFactor(db, siteId, user.id);
      if (factor?.isConfirmed) throw alreadyOn();
      const code = body.code.replace(/\s/g, "");
      if (!factor || !(await spendAppCode(db, owner, { sealed: factor.sealedSecret, code, now: Date.now() }))) {
        await insertFailures(db, siteId, [subject]);
        return false;
      }
      await confirmSecret(db, siteId, user.id, hashes);
      await recordAudit(db, siteId, { action: "secondFactorOn", actorId: user.id, personId: user.id });
      await mailOwner({ db, siteId, site, platform, request }, user, "secondFactorOn");
      return true;
    });
    if (!isRight)
      throw new AppError("invalid", "The code is wrong or has been used.", { codes: ["secondFactorWrong"] });
    platform.jobs.wake();
    return { recoveryCodes: codes };
  }),

  longRoute(endSecondFactor, async ({ siteId, site, caller, platform, request }, { body }) => {
    const user = caller.signedIn();
    await assertOwnPassword(platform.database, siteId, user.id, body.currentPassword);
    await withSite(platform.database, siteId, async (db) => {
      if (caller.can("manageContent") && (await isSecondFactorNeeded(db, siteId)))
        throw new AppError("conflict", "This site requires a second factor.", { codes: ["secondFactorRequired"] });
      if (!(await deleteSecondFactor(db, siteId, user.id))) return;
      await recordAudit(db, siteId, { action: "secondFactorOff", actorId: user.id, personId: user.id });
      await mailOwner({ db, siteId, site, platform, request }, user, "secondFactorOff");
    });
    platform.jobs.wake();
  }),

  route(resetSecondFactor, async (context, { params }) => {
    const { db, siteId, caller, platform, request, afterCommit } = context;
    const user = await findManagedUser(db, siteId, params.id);
    if (!user) throw notFound("Account");
    const passkeys = await deletePasskeysOf(db, siteId, user.id);
    if (!(await deleteSecondFactor(db, siteId, user.id)) && passkeys === 0) return;
    await recordAudit(db, siteId, {
      action: "secondFactorReset",
      actorId: caller.signedIn().id,
      personId: user.id,
    });
    await mailOwner(context, user, "secondFactorReset");
    const ended = await endSessionsOf(db, siteId, user.id, null);
    afterCommit(() => {
      platform.jobs.wake();
      sessionsHaveEnded(platform, ended, { siteId, userId: user.id, reason: "secondFactorReset", request });
    });
  }),
];

const alreadyOn = () =>
  new AppError("conflict", "The second factor is already on. Switch it off first.", { codes: ["secondFactorOn"] });
