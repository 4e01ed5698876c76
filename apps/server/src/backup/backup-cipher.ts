/**
 * Writes and reads the contents of backups, unchanged or encrypted.
 *
 * An encrypted file is a header (16 bytes that identify the format, 8 that identify the key, 32 of a salt), then chunks
 * of 64 KiB, each encrypted with AES-256-GCM and followed by its tag of 16 bytes. Every file has its own key, derived
 * from the salt; the nonce of a chunk is its number (11 bytes) and whether it is the last one (1 byte). So chunks
 * cannot be altered, moved, omitted or repeated, and files cannot be truncated. Source: Hoang, Reyhanitabar, Rogaway,
 * Vizár, "Online authenticated-encryption and its nonce-reuse misuse-resistance" (STREAM), as used by the format of
 * age.
 */
import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from "node:crypto";

const FORMAT = Buffer.from("parfocal-backup1");
const KEY_NAME_BYTES = 8;
const SALT_BYTES = 32;
const HEADER_BYTES = FORMAT.length + KEY_NAME_BYTES + SALT_BYTES;
const CHUNK_BYTES = 64 * 1024;
const TAG_BYTES = 16;
export const KEY_BYTES = 32;

/** A file of a backup is damaged. The message is user-facing. */
export class DamagedError extends Error {}

/** The key in the environment is wrong, missing or not needed. The message is user-facing. */
export class KeyError extends Error {}

export interface BackupCipher {
  /** A step of `pipeline`: converts contents to their stored form. */
  seal(source: AsyncIterable<Buffer>): AsyncIterable<Buffer>;
  /**
   * Contents of a stored file, in chunks that are authenticated one by one: only the end proves that nothing is
   * missing.
   *
   * @param name of the file, for messages.
   * @throws DamagedError; KeyError.
   */
  read(stored: AsyncIterable<Buffer>, name: string): AsyncIterable<Buffer>;
  /** Name of contents in the store. @param sha256 of the contents, hexadecimal. */
  nameOf(sha256: string): string;
  /** Stored size of contents of this size. */
  storedBytes(bytes: number): number;
}

export const isEncrypted = (contents: Buffer): boolean => contents.subarray(0, FORMAT.length).equals(FORMAT);

/** No encryption. */
export const PLAIN: BackupCipher = {
  seal: (source) => source,
  read: (stored) => stored,
  nameOf: (sha256) => sha256,
  storedBytes: (bytes) => bytes,
};

const derive = (key: Buffer, salt: Buffer, purpose: string): Buffer =>
  Buffer.from(hkdfSync("sha256", key, salt, `parfocal backup: ${purpose}`, KEY_BYTES));

const nonceOf = (chunk: number, isLast: boolean): Buffer => {
  const nonce = Buffer.alloc(12);
  nonce.writeUIntBE(chunk, 5, 6);
  nonce[11] = isLast ? 1 : 0;
  return nonce;
};

/** @param key KEY_BYTES random bytes. */
export function encryptedWith(key: Buffer): BackupCipher {
  const none = Buffer.alloc(0);
  const keyName = derive(key, none, "name of the key").subarray(0, KEY_NAME_BYTES);
  // Names use a keyed hash, since the plain hash of a known slide would reveal its presence.
  const nameKey = derive(key, none, "names of contents");
  return {
    async *seal(source) {
      const salt = randomBytes(SALT_BYTES);
      const fileKey = derive(key, salt, "file");
      yield Buffer.concat([FORMAT, keyName, salt]);
      for await (const { bytes, index, isLast } of chunksOf(source, CHUNK_BYTES)) {
        const cipher = createCipheriv("aes-256-gcm", fileKey, nonceOf(index, isLast));
        yield Buffer.concat([cipher.update(bytes), cipher.final(), cipher.getAuthTag()]);
      }
    },
    async *read(stored, name) {
      let fileKey: Buffer | null = null;
      for await (const { bytes, index, isLast } of chunksOf(stored, CHUNK_BYTES + TAG_BYTES, {
        before: HEADER_BYTES,
        take: (header) => {
          fileKey = derive(key, saltOf(header, { name, keyName }), "file");
        },
      })) {
        if (!fileKey || bytes.length < TAG_BYTES) throw damaged(name);
        yield openChunk(bytes, { fileKey, nonce: nonceOf(index, isLast), name });
      }
    },
    nameOf: (sha256) => createHmac("sha256", nameKey).update(sha256).digest("hex"),
    storedBytes: (bytes) => HEADER_BYTES + bytes + TAG_BYTES * Math.max(1, Math.ceil(bytes / CHUNK_BYTES)),
  };
}

const damaged = (name: string) => new DamagedError(`The encrypted file ${name} is damaged, shortened or altered.`);

function saltOf(header: Buffer, { name, keyName }: { readonly name: string; readonly keyName: Buffer }): Buffer {
  if (!isEncrypted(header) || header.length < HEADER_BYTES) throw damaged(name);
  const salt = header.subarray(FORMAT.length + KEY_NAME_BYTES);
  if (!header.subarray(FORMAT.length, FORMAT.length + KEY_NAME_BYTES).equals(keyName))
    throw new KeyError("The backup was encrypted with another key than the one in the environment.");
  return salt;
}

function openChunk(
  bytes: Buffer,
  { fileKey, nonce, name }: { readonly fileKey: Buffer; readonly nonce: Buffer; readonly name: string },
): Buffer {
  const decipher = createDecipheriv("aes-256-gcm", fileKey, nonce);
  decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
  try {
    return Buffer.concat([decipher.update(bytes.subarray(0, -TAG_BYTES)), decipher.final()]);
  } catch {
    throw damaged(name);
  }
}

/**
 * Chunks of equal size; the last one may be smaller. Empty contents produce one empty chunk.
 *
 * @param header number of bytes removed from the start as the header; the header is shorter if there are fewer.
 */
async function* chunksOf(
  source: AsyncIterable<Buffer>,
  size: number,
  header: { readonly before: number; readonly take: (header: Buffer) => void } | null = null,
): AsyncGenerator<{ readonly bytes: Buffer; readonly index: number; readonly isLast: boolean }> {
  let held: Buffer = Buffer.alloc(0);
  let headerBytes = header?.before ?? 0;
  let index = 0;
  for await (const piece of source) {
    held = held.length === 0 ? piece : Buffer.concat([held, piece]);
    if (headerBytes > 0) {
      if (held.length < headerBytes) continue;
      header?.take(held.subarray(0, headerBytes));
      held = held.subarray(headerBytes);
      headerBytes = 0;
    }
    let at = 0;
    // Whether a chunk is the last one is known only at the end.
    for (; held.length - at > size; at += size) {
      yield { bytes: held.subarray(at, at + size), index, isLast: false };
      index += 1;
    }
    held = held.subarray(at);
  }
  if (headerBytes > 0) header?.take(held);
  yield { bytes: held, index, isLast: true };
}
