import { AppError } from "@parfocal/core/errors.ts";
import type { UsedCredential } from "@parfocal/core/passkey/passkey.contract.ts";
import { withSite } from "#platform/db/database.ts";
import { createToken, hashToken, mayKeepSession } from "#platform/http/site-and-session.ts";
import type { Platform } from "#platform/platform.ts";
import { aboutPerson } from "#platform/security-log.ts";
import { createDeviceToken } from "#session/known-device.ts";
import { insertSession } from "#session/session.queries.ts";
import { endFormerSession, recordSignIn } from "#session/sign-in.ts";
import { challengeOf, readChallenge } from "./challenge.ts";
import { lockUsablePasskey, recordUse } from "./passkey.queries.ts";
import { verifyUsed } from "./verify-credential.ts";

/** The same message for every error. */
export const passkeyRejected = (kind: "invalid" | "unauthenticated") =>
  new AppError(kind, "The passkey was not accepted.", { codes: ["passkeyRefused"] });

interface Attempt {
  readonly siteId: number;
  readonly credential: UsedCredential;
  /** Origin of the page that requested the passkey. */
  readonly origin: string;
  readonly staysSignedIn: boolean;
  /** User agent of the browser. */
  readonly userAgent: string;
  /** Session that is replaced; null: none. */
  readonly formerToken: { readonly siteId: number; readonly token: string } | null;
}

/** @throws AppError `unauthenticated` for an unknown or invalid passkey, and for an account that cannot sign in. */
export async function openSessionByPasskey(
  { reserve: database, nonceKey, securityLog }: Pick<Platform, "reserve" | "nonceKey" | "securityLog">,
  { siteId, credential, origin, staysSignedIn, userAgent, formerToken }: Attempt,
) {
  const challenge = challengeOf(credential.response.clientDataJSON);
  const challengeMs =
    challenge === null ? null : readChallenge(challenge, { key: nonceKey, siteId, userId: null }, Date.now());
  if (challenge === null || challengeMs === null) throw passkeyRejected("unauthenticated");
  const token = createToken(siteId);
  const { user, isKept } = await withSite(database, siteId, async (db) => {
    const key = await lockUsablePasskey(db, siteId, Buffer.from(credential.id, "base64url"));
    if (!key) throw passkeyRejected("unauthenticated");
    const rejected = () => aboutPerson(passkeyRejected("unauthenticated"), key.user.id);
    if (challengeMs <= key.lastChallengeMs) throw rejected();
    const useCount = await verifyUsed(credential, { challenge, origin }, key);
    if (useCount === null) throw rejected();
    const isKept = staysSignedIn && mayKeepSession(key.user.role);
    await recordUse(db, siteId, { id: key.id, useCount, challengeMs });
    await insertSession(db, siteId, { userId: key.user.id, tokenSha256: hashToken(token), userAgent, isKept });
    await recordSignIn(db, siteId, key.user);
    return { user: key.user, isKept };
  });
  if (formerToken) await endFormerSession({ reserve: database, securityLog }, formerToken);
  const deviceToken = createDeviceToken({ siteId, userId: user.id }, nonceKey, Date.now());
  return { userId: user.id, token, isKept, deviceToken };
}
