/** The store of backups, from the command line and the environment. docs/configuration.md lists the variables. */
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
 * @throws Error with a user-facing message, without credentials.
 */
export function readBackupStore(environment: NodeJS.ProcessEnv, target: string, cipher: BackupCipher): BackupStore {
  const scheme = /^([a-z][a-z0-9+.-]*):\/\//i.exec(target)?.[1]?.toLowerCase();
  if (scheme === undefined && !/^s3:/i.test(target)) return folderStore(resolve(target));
  if (scheme !== undefined && scheme !== "s3")
    throw new Error(`Backups are kept in a folder or at an address as in ${S3_EXAMPLE}, not at ${scheme}://.`);
  const plainHttpError = cipher === PLAIN ? PLAIN_ONLY_HERE : null;
  return s3Store(readS3Place(forBackups(environment), target, { plainHttpError }));
}

/** Variables used only for backups, by the variables they replace: the store of FILES_URL may be a different one. */
const OWN_VARIABLES: Readonly<Record<string, string>> = {
  AWS_ACCESS_KEY_ID: "PARFOCAL_BACKUP_ACCESS_KEY_ID",
  AWS_SECRET_ACCESS_KEY: "PARFOCAL_BACKUP_SECRET_ACCESS_KEY",
  AWS_SESSION_TOKEN: "PARFOCAL_BACKUP_SESSION_TOKEN",
  AWS_REGION: "PARFOCAL_BACKUP_REGION",
  PARFOCAL_S3_ENDPOINT: "PARFOCAL_BACKUP_S3_ENDPOINT",
};

/** All or none of them, so that credentials of one store are never sent to the other. */
function forBackups(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const names = Object.entries(OWN_VARIABLES);
  if (!names.some(([, own]) => environment[own])) return environment;
  return Object.fromEntries(names.flatMap(([name, own]) => (environment[own] ? [[name, environment[own]]] : [])));
}
