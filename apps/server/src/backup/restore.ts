/**
 * Restores an installation from a backup: first the files, then the database. The data folder has a temporary name
 * until the result is complete. An interrupted restore starts again. Files are written to the data folder, or to the S3
 * store of the configuration.
 */
import { mkdir, readdir, rename, rm, rmdir, symlink, utimes } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { FastifyBaseLogger } from "fastify";
import { sql } from "kysely";
import pg from "pg";
import { type Connection, type Database, openDatabaseAsOwner } from "#platform/db/database.ts";
import { assertDatabaseRequirements } from "#platform/db/database-requirements.ts";
import { storeLastBackup } from "#platform/db/last-backup.ts";
import { migrate } from "#platform/db/migrate.ts";
import { ALL_MIGRATIONS } from "#platform/db/migrations/all-migrations.ts";
import type { FileStore } from "#platform/files/file-store.ts";
import { openFileStore } from "#platform/files/open-file-store.ts";
import { syncFolder } from "#platform/files/slide-folders.ts";
import { UPLOADS_PREFIX } from "#platform/files/upload-files.ts";
import type { Config } from "../config.ts";
import { openDatabaseHost } from "../installation.ts";
import { RESTORING_FILE } from "../match-files.ts";
import {
  type BackupSource,
  isStored,
  type KeptFile,
  type Manifest,
  readFileList,
  readManifest,
} from "./backup-format.ts";
import { loadTables } from "./dump-tables.ts";
import { copyFromStore } from "./kept-files.ts";

interface RestoreOptions extends BackupSource {
  /** Name of the backup. */
  readonly backup: string;
  readonly config: Config;
  readonly log: FastifyBaseLogger;
  readonly signal: AbortSignal;
}

/** @throws Error with a user-facing message; the data folder is unchanged then. */
export async function restore(options: RestoreOptions): Promise<Manifest> {
  const { backup, config, log } = options;
  const manifest = await readManifest(options, backup);
  assertKnown(manifest);
  const { dataFolder } = config;
  if ((await readdir(dataFolder).catch(() => [])).length > 0)
    throw new Error(`The data folder ${dataFolder} is not empty. Restore into an empty one.`);
  const folder = `${dataFolder}.restoring`;
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const place = config.filesPlace;
  const files = place && (await openFileStore(folder, { place, maxBlockBytes: 0 }));
  if (files) await beginIn(files, backup);
  let count = 0;
  for await (const file of readFileList(options, backup)) {
    if (!isUploadOfOtherKind(file, files)) await restoreFile(options, { folder, files }, file);
    count += 1;
  }
  if (count !== manifest.files.count) throw new Error("The list of files of this backup is damaged.");
  const host = await openDatabaseHost({ ...config, dataFolder: folder }, log);
  try {
    await restoreDatabase(host.connection, manifest, options);
  } finally {
    await host.stop();
  }
  await files?.remove(RESTORING_FILE);
  await rmdir(dataFolder).catch(() => {});
  await rename(folder, dataFolder);
  await syncFolder(dirname(dataFolder));
  return manifest;
}

function assertKnown({ migrations, version }: Manifest): void {
  const unknown = migrations.find((name) => !Object.hasOwn(ALL_MIGRATIONS, name));
  if (unknown !== undefined)
    throw new Error(`The backup was written by version ${version}, which is newer than this one. Upgrade first.`);
}

/** @throws Error with a user-facing message if there are files that are not from an interrupted restore. */
async function beginIn(files: FileStore, backup: string): Promise<void> {
  if ((await files.factsOf(RESTORING_FILE)) === null)
    for await (const _ of files.list(""))
      throw new Error(`${files.title} is not empty. Restore into an empty bucket or prefix.`);
  await files.write(RESTORING_FILE, Buffer.from(`${backup}\n`));
}

/**
 * An unfinished upload is one file in a folder, and several objects in an S3 store: after a change of store it has to
 * be sent again.
 */
const isUploadOfOtherKind = (file: KeptFile, files: FileStore | null): boolean =>
  file.path.startsWith(UPLOADS_PREFIX) && (isStored(file) && file.version !== undefined) !== (files !== null);

async function restoreFile(
  options: RestoreOptions,
  { folder, files }: { readonly folder: string; readonly files: FileStore | null },
  file: KeptFile,
): Promise<void> {
  if (files && !isStored(file))
    throw new Error(`The file ${file.path} was used where it is, which an S3 store cannot do. Restore into a folder.`);
  const path = files ? await files.partFor(file.path) : join(folder, file.path);
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  if (!isStored(file)) return symlink(file.linkTo, path);
  const sha256 = await copyFromStore(options, file.sha256, path);
  if (sha256 !== file.sha256) throw new Error(`The file ${file.path} of this backup is damaged.`);
  if (files) return files.keep(file.path, path, options.signal);
  // The next backup recognizes the file by its time.
  await utimes(path, new Date(), file.modifiedAtMs / 1000);
}

/** @throws Error with a user-facing message if the database is not empty. */
export async function restoreDatabase(
  connection: Connection,
  manifest: Manifest,
  { backup, ...means }: Pick<RestoreOptions, "backup" | "store" | "cipher" | "signal">,
): Promise<void> {
  const owner = openDatabaseAsOwner(connection, { onIdleError: () => {} });
  const client = new pg.Client(connection);
  // A connection that breaks between two statements would end the process; the next statement reports it.
  client.on("error", () => {});
  try {
    // Checks version and encoding; durability is checked when the server starts.
    await assertDatabaseRequirements(owner, { isUnsafeAllowed: true });
    if (!(await isEmpty(owner))) throw new Error("The database is not empty. Restore into an empty one.");
    await migrate(owner, manifest.migrations.at(-1));
    await client.connect();
    await loadTables(client, backup, manifest, means);
    await migrate(owner);
    // The rows are those of the moment before it was complete.
    await storeLastBackup(client, new Date(manifest.createdAt));
  } finally {
    await client.end().catch(() => {});
    await owner.destroy();
  }
}

/** Also true after a restore that was interrupted after the tables were created and before the rows were written. */
async function isEmpty(owner: Database): Promise<boolean> {
  const { rows } = await sql<{ exists: boolean }>`
    SELECT to_regclass('public.site') IS NOT NULL AS exists
  `.execute(owner);
  if (!rows[0]?.exists) return true;
  return (await owner.selectFrom("site").select("id").limit(1).execute()).length === 0;
}
