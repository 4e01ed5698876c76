/** Passkeys of the user's own account, and signing in with one. */
import { createHmac } from "node:crypto";
import { AppError, notFound } from "@parfocal/core/errors.ts";
import {
  addPasskey,
  beginPasskey,
  beginPasskeySignIn,
  listPasskeys,
  PASSKEYS_MAX,
  type Passkey,
  removePasskey,
  signInWithPasskey,
} from "@parfocal/core/passkey/passkey.contract.ts";
import { recordAudit } from "#audit/record-audit.ts";
import { CHALLENGE_MS, challengeOf, createChallenge, readChallenge } from "#passkey/challenge.ts";
import { openSessionByPasskey, passkeyRejected } from "#passkey/open-session-by-passkey.ts";
import {
  deletePasskey,
  insertPasskey,
  listPasskeysOf,
  lockPasskeysOf,
  type PasskeyRow,
} from "#passkey/passkey.queries.ts";
import { ALGORITHMS, relyingPartyOf, verifyCreated } from "#passkey/verify-credential.ts";
import { withSite } from "#platform/db/database.ts";
import { publicOriginOf } from "#platform/http/public-origin.ts";
import { longRoute, route } from "#platform/http/route.ts";
import { readCookieToken } from "#platform/http/site-and-session.ts";
import { answerSignIn } from "#session/answer-sign-in.ts";
import { mailOwner } from "./mail-owner.ts";
import { assertOwnPassword } from "./own-password.ts";

const PUBLIC_KEY = "public-key" as const;

const present = ({ id, name, createdAt, lastUsedAt }: PasskeyRow): Passkey => ({
  id,
  name,
  createdAt: createdAt.toISOString(),
  lastUsedAt: lastUsedAt?.toISOString() ?? null,
});

const tooManyPasskeys = () =>
  new AppError("conflict", `An account can have ${PASSKEYS_MAX} passkeys. Remove one first.`, {
    codes: ["tooManyPasskeys"],
  });

/** The account's ID on devices: constant, and useless elsewhere. */
const handleOf = (key: Buffer, siteId: number, userId: number): string =>
  createHmac("sha256", key).update(`passkey user\n${siteId}\n${userId}`).digest("base64url");

export const passkeyRoutes = [
  route(listPasskeys, async ({ db, siteId, caller }) => ({
    passkeys: (await listPasskeysOf(db, siteId, caller.signedIn().id)).map(present),
  })),

  longRoute(beginPasskey, async ({ siteId, site, caller, platform, request }, { body }) => {
    const { id, email, displayName } = caller.signedIn();
    await assertOwnPassword(platform.database, siteId, id, body.currentPassword);
    const existing = await withSite(platform.database, siteId, (db) => listPasskeysOf(db, siteId, id));
    if (existing.length >= PASSKEYS_MAX) throw tooManyPasskeys();
    return {
      challenge: createChallenge({ key: platform.nonceKey, siteId, userId: id }, Date.now()),
      rp: { id: relyingPartyOf(publicOriginOf(request, site.origins)), name: site.title },
      user: { id: handleOf(platform.nonceKey, siteId, id), name: email, displayName },
      pubKeyCredParams: ALGORITHMS.map((alg) => ({ type: PUBLIC_KEY, alg })),
      excludeCredentials: existing.map(({ credentialId, transports }) => ({
        type: PUBLIC_KEY,
        id: credentialId.toString("base64url"),
        transports: [...transports],
      })),
      authenticatorSelection: { residentKey: "required" as const, userVerification: "required" as const },
      timeout: CHALLENGE_MS,
    };
  }),

  longRoute(addPasskey, async ({ siteId, site, caller, platform, request }, { body: { name, credential } }) => {
    const user = caller.signedIn();
    const challenge = challengeOf(credential.response.clientDataJSON);
    const use = { key: platform.nonceKey, siteId, userId: user.id };
    const challengeMs = challenge === null ? null : readChallenge(challenge, use, Date.now());
    const origin = publicOriginOf(request, site.origins);
    const key = challenge !== null && challengeMs !== null && (await verifyCreated(credential, { challenge, origin }));
    if (!key) throw passkeyRejected("invalid");
    const { transports = [] } = credential.response;
    const added = await withSite(platform.database, siteId, async (db) => {
      await lockPasskeysOf(db, siteId, user.id);
      if ((await listPasskeysOf(db, siteId, user.id)).length >= PASSKEYS_MAX) throw tooManyPasskeys();
      const row = await insertPasskey(db, siteId, { userId: user.id, name, transports, challengeMs, ...key });
      if (!row) throw passkeyRejected("invalid");
      await recordAudit(db, siteId, { action: "passkeyAdded", actorId: user.id, personId: user.id });
      await mailOwner({ db, siteId, site, platform, request }, user, "passkeyAdded");
      return row;
    });
    platform.jobs.wake();
    return present(added);
  }),

  route(removePasskey, async ({ db, siteId, caller }, { params: { id } }) => {
    const { id: userId } = caller.signedIn();
    if (!(await deletePasskey(db, siteId, { userId, id }))) throw notFound("Passkey");
    await recordAudit(db, siteId, { action: "passkeyRemoved", actorId: userId, personId: userId });
  }),

  longRoute(
    beginPasskeySignIn,
    async ({ siteId, site, platform, request }) => ({
      challenge: createChallenge({ key: platform.nonceKey, siteId, userId: null }, Date.now()),
      rpId: relyingPartyOf(publicOriginOf(request, site.origins)),
      userVerification: "required" as const,
      timeout: CHALLENGE_MS,
    }),
    { pool: "reserve" },
  ),

  longRoute(
    signInWithPasskey,
    async ({ site, platform, request, reply }, { body: { credential, staySignedIn = false } }) => {
      const opened = await openSessionByPasskey(platform, {
        siteId: site.id,
        credential,
        origin: publicOriginOf(request, site.origins),
        staysSignedIn: staySignedIn && site.canStaySignedIn,
        userAgent: request.headers["user-agent"] ?? "",
        formerToken: readCookieToken(request),
      });
      const { userId } = opened;
      platform.securityLog.note("signedIn", { siteId: site.id, userId, way: "passkey" }, request);
      return answerSignIn({ site, platform, request, reply }, opened);
    },
    { pool: "reserve" },
  ),
];
