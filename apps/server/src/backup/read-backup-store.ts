/** Where backups are kept, by the command line and the environment. docs/configuration.md lists its variables. */
import { resolve } from "node:path";
import { type BackupCipher, PLAIN } from "./backup-cipher.ts";
import type { BackupStore } from "./backup-store.ts";
import { folderStore } from "./folder-store.ts";
import { DEFAULT_TIMES, type S3Settings } from "./s3-client.ts";
import { s3Store } from "./s3-store.ts";

const DEFAULT_REGION = "us-east-1";
const LOCAL_HOSTS = new Set(["localhost", "127.0.0.1", "[::1]"]);
const EXAMPLE = "s3://bucket/prefix";

/**
 * @param target a folder, or `s3://bucket/prefix`.
 * @throws Error with a sentence, without credentials.
 */
export function readBackupStore(environment: NodeJS.ProcessEnv, target: string, cipher: BackupCipher): BackupStore {
  const scheme = /^([a-z][a-z0-9+.-]*):\/\//i.exec(target)?.[1]?.toLowerCase();
  if (scheme === undefined && !/^s3:/i.test(target)) return folderStore(resolve(target));
  if (scheme !== undefined && scheme !== "s3")
    throw new Error(`Backups are kept in a folder or at an address as in ${EXAMPLE}, not at ${scheme}://.`);
  const { bucket, prefix } = readAddress(target);
  return s3Store({ settings: readSettings(environment, bucket, cipher), prefix });
}

/** Characters that mean the same to every store and in every signature. */
function readAddress(target: string): { readonly bucket: string; readonly prefix: string } {
  const [, bucket, path = ""] = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])(\/.*)?$/i.exec(target) ?? [];
  if (bucket === undefined) throw new Error(`"${target}" names no bucket. An address is written as in ${EXAMPLE}.`);
  const parts = path.split("/").filter((part) => part !== "");
  if (!parts.every((part) => /^(?!\.+$)[A-Za-z0-9._-]+$/.test(part)))
    throw new Error(
      `The prefix in "${target}" can have letters without accents, digits, and the characters . _ - and /.`,
    );
  return { bucket, prefix: parts.map((part) => `${part}/`).join("") };
}

function readSettings(environment: NodeJS.ProcessEnv, bucket: string, cipher: BackupCipher): S3Settings {
  const {
    AWS_ACCESS_KEY_ID: accessKeyId,
    AWS_SECRET_ACCESS_KEY: secretAccessKey,
    AWS_SESSION_TOKEN: sessionToken,
    AWS_REGION: region = DEFAULT_REGION,
    PARFOCAL_S3_ENDPOINT: endpoint,
  } = environment;
  if (!accessKeyId || !secretAccessKey)
    throw new Error("Set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY to the credentials of the S3 store.");
  return {
    endpoint: readEndpoint(endpoint || `https://s3.${region}.amazonaws.com`, cipher),
    region,
    bucket,
    credentials: { accessKeyId, secretAccessKey, ...(sessionToken ? { sessionToken } : {}) },
    ...DEFAULT_TIMES,
  };
}

function readEndpoint(text: string, cipher: BackupCipher): URL {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (!url || !/^https?:$/.test(url.protocol) || url.username !== "" || url.search !== "")
    throw new Error("PARFOCAL_S3_ENDPOINT must be an address as in https://s3.example.edu.");
  if (url.protocol === "http:" && cipher === PLAIN && !LOCAL_HOSTS.has(url.hostname))
    throw new Error(
      "Backups that are not encrypted are sent by https only. Set a key (PARFOCAL_BACKUP_KEY_FILE) or use https in PARFOCAL_S3_ENDPOINT.",
    );
  return url;
}
