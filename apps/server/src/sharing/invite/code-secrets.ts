/**
 * Storage of codes: looked up by an HMAC, and encrypted so that they can be shown again to authorized people
 * (reliability.md, T-07). A copy of the tables alone reveals no code.
 */
import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from "node:crypto";
import { encodeInviteCode, INVITE_CODE_BYTES } from "@parfocal/core/invite/invite-code.ts";
import type { SealKeys } from "#platform/access/seal-keys.ts";
import { withEither } from "#platform/access/sealed-text.ts";

const KEY_BYTES = 32;
const IV_BYTES = 12;
const TAG_BYTES = 16;
const CIPHER = "aes-256-gcm";

/** A code of one kind is not accepted as the other kind. */
export type CodeKind = "invite code" | "voucher" | "quiz access code";

const keyFor = (key: Buffer, kind: CodeKind, purpose: "lookup" | "shown") =>
  Buffer.from(hkdfSync("sha256", key, "", `${kind} ${purpose}`, KEY_BYTES));

/** Scope of a code, and the keys of sealed texts. */
export interface CodeSpace {
  readonly kind: CodeKind;
  readonly siteId: number;
  readonly keys: SealKeys;
}

export function createCode(): string {
  return encodeInviteCode(randomBytes(INVITE_CODE_BYTES));
}

const lookupWith = (key: Buffer, code: string, { kind, siteId }: CodeSpace): Buffer =>
  createHmac("sha256", keyFor(key, kind, "lookup"))
    .update(`${siteId}\n${code}`)
    .digest();

/** For storing. @param code as returned by `readInviteCode`. */
export const lookupOf = (code: string, space: CodeSpace): Buffer => lookupWith(space.keys.current, code, space);

/** For finding a code: two values while the key is being replaced. @param code as returned by `readInviteCode`. */
export const lookupsOf = (code: string, space: CodeSpace): Buffer[] =>
  [space.keys.current, space.keys.former].flatMap((key) => (key === null ? [] : [lookupWith(key, code, space)]));

export function sealCode(code: string, { kind, siteId, keys }: CodeSpace): Buffer {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv(CIPHER, keyFor(keys.current, kind, "shown"), iv, { authTagLength: TAG_BYTES });
  cipher.setAAD(Buffer.from(String(siteId)));
  const sealed = Buffer.concat([cipher.update(code, "utf8"), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), sealed]);
}

/** @throws Error if it was encrypted for another site or with another key. */
export const openCode = (sealed: Buffer, { kind, siteId, keys }: CodeSpace): string =>
  withEither(keys, (key) => openWith(sealed, keyFor(key, kind, "shown"), siteId));

function openWith(sealed: Buffer, key: Buffer, siteId: number): string {
  const iv = sealed.subarray(0, IV_BYTES);
  const decipher = createDecipheriv(CIPHER, key, iv, { authTagLength: TAG_BYTES });
  decipher.setAAD(Buffer.from(String(siteId)));
  decipher.setAuthTag(sealed.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
  return Buffer.concat([decipher.update(sealed.subarray(IV_BYTES + TAG_BYTES)), decipher.final()]).toString("utf8");
}
