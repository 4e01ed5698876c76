/**
 * Texts that a copy of the database alone does not reveal: encrypted by AES-256-GCM with a key derived from the
 * installation's key, a different one for each purpose.
 */
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";

const ALGORITHM = "aes-256-gcm";
const KEY_BYTES = 32;
const IV_BYTES = 12;
const TAG_BYTES = 16;

interface Seal {
  /** The installation's key. */
  readonly key: Buffer;
  /** Content and owner of the text: a text sealed for one purpose cannot be opened for another. */
  readonly purpose: string;
}

const keyOf = ({ key, purpose }: Seal): Buffer =>
  Buffer.from(hkdfSync("sha256", key, "", `sealed text\n${purpose}`, KEY_BYTES));

export function sealText(text: string, seal: Seal): Buffer {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv(ALGORITHM, keyOf(seal), iv);
  const sealed = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), sealed]);
}

/** @throws Error if it was sealed with another key, for another purpose, or has been changed. */
export function openSealedText(sealed: Buffer, seal: Seal): string {
  const iv = sealed.subarray(0, IV_BYTES);
  const decipher = createDecipheriv(ALGORITHM, keyOf(seal), iv, { authTagLength: TAG_BYTES });
  decipher.setAuthTag(sealed.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
  return Buffer.concat([decipher.update(sealed.subarray(IV_BYTES + TAG_BYTES)), decipher.final()]).toString("utf8");
}
