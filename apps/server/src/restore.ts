/**
 * Restores an installation from a backup into an empty data folder (PARFOCAL_DATA), or checks a backup.
 *
 * Usage: npm run restore -- [--backup NAME] FOLDER|s3://BUCKET/PREFIX     the newest backup, or the one of this name
 *        npm run verify -- [--backup NAME] FOLDER|s3://BUCKET/PREFIX      reads everything again, and changes nothing
 *
 * Encrypted backups need their key: PARFOCAL_BACKUP_KEY or PARFOCAL_BACKUP_KEY_FILE. Variables for S3: see backup.ts. With
 * DATABASE_URL the rows are written to that database, which must be empty. Exit status: 1 failed, 2 invalid command line.
 */
import { parseArgs } from "node:util";
import { createLog } from "#platform/log.ts";
import { findBackup, readManifest } from "./backup/backup-format.ts";
import { readBackupCipher } from "./backup/read-backup-key.ts";
import { readBackupStore } from "./backup/read-backup-store.ts";
import { restore } from "./backup/restore.ts";
import { verifyBackup } from "./backup/verify-backup.ts";
import { readConfig } from "./config.ts";
import { EXIT, stopSignal } from "./console-command.ts";
import { printLine } from "./print-line.ts";

const TARGET = "FOLDER|s3://BUCKET/PREFIX";
const USAGE = `Usage: npm run restore -- [--backup NAME] ${TARGET}\n       npm run verify -- [--backup NAME] ${TARGET}`;

function readCommandLine() {
  const { values, positionals } = parseArgs({
    args: process.argv.slice(2).filter((word) => word !== "--"),
    allowPositionals: true,
    options: { backup: { type: "string" }, verify: { type: "boolean", default: false } },
  });
  const [target, ...rest] = positionals;
  if (target === undefined || rest.length > 0) throw new Error(USAGE);
  return {
    target,
    name: values.backup ?? null,
    isCheckOnly: values.verify,
    cipher: readBackupCipher(process.env),
  };
}

async function run({ target, name, isCheckOnly, cipher }: ReturnType<typeof readCommandLine>): Promise<void> {
  const signal = stopSignal();
  const store = readBackupStore(process.env, target, cipher);
  const backup = await findBackup(store, name);
  if (isCheckOnly) {
    const problems = await verifyBackup({ store, backup, cipher, signal });
    for (const problem of problems) printLine(problem);
    const { createdAt } = await readManifest({ store, cipher }, backup);
    printLine(problems.length === 0 ? `The backup of ${createdAt} is complete.` : `${problems.length} problems.`);
    if (problems.length > 0) process.exitCode = EXIT.failed;
    return;
  }
  const config = readConfig(process.env, []);
  const { createdAt, tables, files } = await restore({
    store,
    backup,
    cipher,
    config,
    log: createLog(config.logLevel),
    signal,
  });
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  printLine(`${config.dataFolder} is as it was on ${createdAt}: ${rows} rows, ${files.count} files.`);
}

try {
  const options = readCommandLine();
  await run(options).catch((error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
    process.exitCode = EXIT.failed;
  });
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
  process.exitCode = EXIT.unusable;
}
