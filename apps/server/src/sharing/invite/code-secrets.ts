/**
 * Storage of codes: looked up by an HMAC, and encrypted so that they can be shown again to authorized people
 * (reliability.md, T-07). A copy of the tables alone reveals no code.
 */
import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from "node:crypto";
import { encodeInviteCode, INVITE_CODE_BYTES } from "@parfocal/core/invite/invite-code.ts";

const KEY_BYTES = 32;
const IV_BYTES = 12;
const TAG_BYTES = 16;
const CIPHER = "aes-256-gcm";

/** A code of one kind is not accepted as the other kind. */
type CodeKind = "invite code" | "voucher" | "quiz access code";

const keyFor = (nonceKey: Buffer, kind: CodeKind, purpose: "lookup" | "shown") =>
  Buffer.from(hkdfSync("sha256", nonceKey, "", `${kind} ${purpose}`, KEY_BYTES));

/** Scope of a code, and the key of the installation (`platform.ts`). */
export interface CodeSpace {
  readonly kind: CodeKind;
  readonly siteId: number;
  readonly nonceKey: Buffer;
}

export function createCode(): string {
  return encodeInviteCode(randomBytes(INVITE_CODE_BYTES));
}

/** @param code as `readInviteCode` returns it. */
export function lookupOf(code: string, { kind, siteId, nonceKey }: CodeSpace): Buffer {
  return createHmac("sha256", keyFor(nonceKey, kind, "lookup"))
    .update(`${siteId}\n${code}`)
    .digest();
}

export function sealCode(code: string, { kind, siteId, nonceKey }: CodeSpace): Buffer {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv(CIPHER, keyFor(nonceKey, kind, "shown"), iv, { authTagLength: TAG_BYTES });
  cipher.setAAD(Buffer.from(String(siteId)));
  const sealed = Buffer.concat([cipher.update(code, "utf8"), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), sealed]);
}

/** @throws Error if it was encrypted for another site or with another key. */
export function openCode(sealed: Buffer, { kind, siteId, nonceKey }: CodeSpace): string {
  const iv = sealed.subarray(0, IV_BYTES);
  const decipher = createDecipheriv(CIPHER, keyFor(nonceKey, kind, "shown"), iv, { authTagLength: TAG_BYTES });
  decipher.setAAD(Buffer.from(String(siteId)));
  decipher.setAuthTag(sealed.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
  return Buffer.concat([decipher.update(sealed.subarray(IV_BYTES + TAG_BYTES)), decipher.final()]).toString("utf8");
}
