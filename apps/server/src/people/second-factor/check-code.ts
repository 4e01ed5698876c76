/**
 * Codes of an authenticator app and recovery codes; each is used once.
 *
 * Source: RFC 6238 (SHA-1, 6 digits, 30 s: supported by all apps), section 5.2: a code is accepted once; ASVS 5.0,
 * 6.5.1 to 6.5.5.
 */
import { createHash, randomBytes } from "node:crypto";
import { RECOVERY_CODES } from "@parfocal/core/second-factor/second-factor.contract.ts";
import { Secret, TOTP } from "otpauth";
import { readSealKeys, type SealKeys } from "#platform/access/seal-keys.ts";
import { openSealedText, sealText } from "#platform/access/sealed-text.ts";
import type { SiteDb } from "#platform/db/database.ts";
import { lockSecondFactor, spendRecoveryCode, spendStep } from "./second-factor.queries.ts";

export const PERIOD_S = 30;
const DIGITS = 6;
/** Codes before and after the current one, since phone clocks differ. */
const WINDOW = 1;
const SECRET_BYTES = 20;
const RECOVERY_CODE_BYTES = 16;
const APP_CODE = /^\d{6}$/;

interface Owner {
  readonly siteId: number;
  readonly userId: number;
}

export const purposeOfSecret = ({ siteId, userId }: Owner) => `second factor of user ${userId} of site ${siteId}`;

export function createSecret(label: { readonly email: string; readonly siteTitle: string }) {
  const secret = new Secret({ buffer: new Uint8Array(randomBytes(SECRET_BYTES)).buffer });
  const uri = new TOTP({
    issuer: label.siteTitle,
    label: label.email,
    secret,
    digits: DIGITS,
    period: PERIOD_S,
  }).toString();
  return { secret: secret.base32, uri };
}

export const sealSecret = (secret: string, owner: Owner, keys: SealKeys): Buffer =>
  sealText(secret, { keys, purpose: purposeOfSecret(owner) });

/** @param now ms since the epoch. @returns the time step of a valid code; null: not valid. */
export function stepOfCode(secret: string, code: string, now: number): number | null {
  const totp = new TOTP({ secret: Secret.fromBase32(secret), digits: DIGITS, period: PERIOD_S });
  const delta = totp.validate({ token: code, timestamp: now, window: WINDOW });
  return delta === null ? null : Math.floor(now / 1000 / PERIOD_S) + delta;
}

/** As entered: with spaces and hyphens, in upper or lower case. */
const plain = (code: string) => code.replace(/[\s-]/g, "").toLowerCase();
const hashOf = (code: string) => createHash("sha256").update(plain(code)).digest();

/** Whether it has the form of an app's code; otherwise it is taken for a recovery code. */
export const isAppCode = (code: string): boolean => APP_CODE.test(plain(code));

/** 128 bits each: shorter codes could be found from their plain hash by brute force (ASVS 5.0, 6.5.2, 11.5.1). */
export function createRecoveryCodes(): { readonly codes: string[]; readonly hashes: Buffer[] } {
  const codes = Array.from({ length: RECOVERY_CODES }, () => {
    const text = new Secret({ buffer: new Uint8Array(randomBytes(RECOVERY_CODE_BYTES)).buffer }).base32.toLowerCase();
    return (text.match(/.{1,4}/g) ?? []).join("-");
  });
  return { codes, hashes: codes.map(hashOf) };
}

/** - `off`: no code is required; `right`: the code has now been used. */
type CodeVerdict = "off" | "missing" | "wrong" | "right";

/**
 * Call in a transaction, so that only one of two uses of a code is accepted. @param code undefined: none was entered.
 */
export async function checkCode(
  db: SiteDb,
  owner: Owner,
  code: string | undefined,
  now = Date.now(),
): Promise<CodeVerdict> {
  const { siteId, userId } = owner;
  const factor = await lockSecondFactor(db, siteId, userId);
  if (!factor?.isConfirmed) return "off";
  if (code === undefined || plain(code) === "") return "missing";
  const isRight = isAppCode(code)
    ? await spendAppCode(db, owner, { sealed: factor.sealedSecret, code: plain(code), now })
    : await spendRecoveryCode(db, siteId, userId, hashOf(code));
  return isRight ? "right" : "wrong";
}

export async function spendAppCode(
  db: SiteDb,
  owner: Owner,
  { sealed, code, now }: { readonly sealed: Buffer; readonly code: string; readonly now: number },
): Promise<boolean> {
  const step = stepOfCode(
    openSealedText(sealed, { keys: await readSealKeys(db), purpose: purposeOfSecret(owner) }),
    code,
    now,
  );
  return step !== null && spendStep(db, owner.siteId, owner.userId, step);
}
