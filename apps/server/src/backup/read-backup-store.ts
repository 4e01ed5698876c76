/** Where backups are kept, by the command line and the environment. docs/configuration.md lists its variables. */
import { resolve } from "node:path";
import { readS3Place, S3_EXAMPLE } from "#platform/s3/read-s3-place.ts";
import { type BackupCipher, PLAIN } from "./backup-cipher.ts";
import type { BackupStore } from "./backup-store.ts";
import { folderStore } from "./folder-store.ts";
import { s3Store } from "./s3-store.ts";

const PLAIN_ONLY_HERE =
  "Backups that are not encrypted are sent by https only. Set a key (PARFOCAL_BACKUP_KEY_FILE) or use https in PARFOCAL_S3_ENDPOINT.";

/**
 * @param target a folder, or `s3://bucket/prefix`.
 * @throws Error with a sentence, without credentials.
 */
export function readBackupStore(environment: NodeJS.ProcessEnv, target: string, cipher: BackupCipher): BackupStore {
  const scheme = /^([a-z][a-z0-9+.-]*):\/\//i.exec(target)?.[1]?.toLowerCase();
  if (scheme === undefined && !/^s3:/i.test(target)) return folderStore(resolve(target));
  if (scheme !== undefined && scheme !== "s3")
    throw new Error(`Backups are kept in a folder or at an address as in ${S3_EXAMPLE}, not at ${scheme}://.`);
  return s3Store(readS3Place(environment, target, { plainRefusal: cipher === PLAIN ? PLAIN_ONLY_HERE : null }));
}
