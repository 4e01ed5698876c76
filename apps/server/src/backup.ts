/**
 * Writes a backup of the installation, beside the running server or without one.
 *
 * Usage: npm run backup -- [--keep-days N] FOLDER|s3://BUCKET/PREFIX
 *
 * With PARFOCAL_BACKUP_KEY or PARFOCAL_BACKUP_KEY_FILE it is encrypted. For S3: AWS_ACCESS_KEY_ID,
 * AWS_SECRET_ACCESS_KEY, AWS_REGION, PARFOCAL_S3_ENDPOINT. Files whose content is already stored are not copied again.
 * With FILES_URL, the files of that S3 store are part of it, with the same variables. With --keep-days, backups older than N
 * days are deleted afterwards. Exit status: 1 failed, 2 invalid command line.
 */
import { parseArgs } from "node:util";
import pg from "pg";
import { openFileStore } from "#platform/files/open-file-store.ts";
import { backUp } from "./backup/back-up.ts";
import { backupKey } from "./backup/backup-format.ts";
import { readBackupCipher } from "./backup/read-backup-key.ts";
import { readBackupStore } from "./backup/read-backup-store.ts";
import { EXIT, runWithDatabase } from "./console-command.ts";
import { VERSION } from "./installation.ts";

const USAGE = "Usage: npm run backup -- [--keep-days N] FOLDER|s3://BUCKET/PREFIX";

function readCommandLine(): { readonly target: string; readonly keptDays: number | null } {
  const { values, positionals } = parseArgs({
    args: process.argv.slice(2).filter((word) => word !== "--"),
    allowPositionals: true,
    options: { "keep-days": { type: "string" } },
  });
  const days = values["keep-days"] === undefined ? null : Number(values["keep-days"]);
  const [target, ...rest] = positionals;
  if (target === undefined || rest.length > 0 || (days !== null && !(Number.isInteger(days) && days > 0)))
    throw new Error(USAGE);
  return { target, keptDays: days };
}

try {
  const { target, keptDays } = readCommandLine();
  const cipher = readBackupCipher(process.env);
  await runWithDatabase(async ({ config, host, signal }) => {
    const store = readBackupStore(process.env, target, cipher);
    const client = new pg.Client(host.connection);
    await client.connect();
    try {
      const { dataFolder } = config;
      const { filesPlace: place, maxBlockBytes } = config;
      const files = await openFileStore(dataFolder, { place, maxBlockBytes });
      const options = { store, cipher, dataFolder, files, version: VERSION, keptDays, now: new Date(), signal };
      const { backup, rows, files: count, bytes, deletedBackups, timeFailure } = await backUp(client, options);
      process.stdout.write(
        `${store.addressOf(backupKey(backup))}\n${rows} rows, ${count} files, ${(bytes / 1e6).toFixed(0)} MB\n`,
      );
      if (deletedBackups > 0) process.stdout.write(`${deletedBackups} old backups deleted\n`);
      if (timeFailure !== null)
        process.stderr.write(
          `The backup is complete, but its time could not be stored in the database (${timeFailure}): “Status” shows the one before.\n`,
        );
    } finally {
      await client.end();
    }
  }, "Stopped. The backup is not complete.");
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
  process.exitCode = EXIT.unusable;
}
