/** The encryption key of backups, from the environment. docs/configuration.md lists the variables. */
import { readFileSync } from "node:fs";
import { type BackupCipher, encryptedWith, KEY_BYTES, PLAIN } from "./backup-cipher.ts";

const HOW_TO = "Make one with: openssl rand -base64 32";

/** @throws Error with a user-facing message, without the key. */
export function readBackupCipher(environment: NodeJS.ProcessEnv): BackupCipher {
  const { PARFOCAL_BACKUP_KEY: key, PARFOCAL_BACKUP_KEY_FILE: path } = environment;
  if (key && path) throw new Error("Set either PARFOCAL_BACKUP_KEY or PARFOCAL_BACKUP_KEY_FILE.");
  if (key) return encryptedWith(decode(key, "PARFOCAL_BACKUP_KEY"));
  if (path) return encryptedWith(decode(readKeyFile(path), `The file of PARFOCAL_BACKUP_KEY_FILE, ${path},`));
  return PLAIN;
}

function readKeyFile(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    throw new Error(`PARFOCAL_BACKUP_KEY_FILE cannot be read: ${(error as Error).message}`);
  }
}

/** Base64 or hexadecimal. Passwords are rejected: they could be guessed by trying likely ones on a backup. */
function decode(text: string, what: string): Buffer {
  const word = text.trim();
  const key = /^[0-9a-f]{64}$/i.test(word) ? Buffer.from(word, "hex") : Buffer.from(word, "base64");
  if (key.length !== KEY_BYTES || !/^[A-Za-z0-9+/=]+$/.test(word))
    throw new Error(`${what} must be ${KEY_BYTES} random bytes in base64. ${HOW_TO}`);
  return key;
}
