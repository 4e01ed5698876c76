/**
 * Texts that cannot be read from a copy of their table alone: encrypted by AES-256-GCM with a key derived from the
 * installation's key of sealed texts, a different one for each purpose.
 */
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";
import type { SealKeys } from "./seal-keys.ts";

const ALGORITHM = "aes-256-gcm";
const KEY_BYTES = 32;
const IV_BYTES = 12;
const TAG_BYTES = 16;

interface Seal {
  readonly keys: SealKeys;
  /** Content and owner of the text: a text sealed for one purpose cannot be opened for another. */
  readonly purpose: string;
}

const keyOf = (key: Buffer, purpose: string): Buffer =>
  Buffer.from(hkdfSync("sha256", key, "", `sealed text\n${purpose}`, KEY_BYTES));

export function sealText(text: string, seal: Seal): Buffer {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv(ALGORITHM, keyOf(seal.keys.current, seal.purpose), iv);
  const sealed = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), sealed]);
}

/** @throws Error if the text was sealed with another key or for another purpose, or has been changed. */
export const openSealedText = (sealed: Buffer, { keys, purpose }: Seal): string =>
  withEither(keys, (key) => openWith(sealed, keyOf(key, purpose)));

/**
 * The result with the current key, or else with the former one. @throws the error of `work` with the last key tried.
 */
export function withEither<Result>({ current, former }: SealKeys, work: (key: Buffer) => Result): Result {
  if (former === null) return work(current);
  try {
    return work(current);
  } catch {
    return work(former);
  }
}

function openWith(sealed: Buffer, key: Buffer): string {
  const iv = sealed.subarray(0, IV_BYTES);
  const decipher = createDecipheriv(ALGORITHM, key, iv, { authTagLength: TAG_BYTES });
  decipher.setAuthTag(sealed.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
  return Buffer.concat([decipher.update(sealed.subarray(IV_BYTES + TAG_BYTES)), decipher.final()]).toString("utf8");
}
