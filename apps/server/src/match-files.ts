/**
 * Ensures that a server uses the files that belong to its database, in the data folder or in an S3 store: with other
 * files it would report every slide as missing. Several servers of an installation share both.
 */
import { randomUUID } from "node:crypto";
import type { Database } from "#platform/db/database.ts";
import type { FileStore } from "#platform/files/file-store.ts";

/** Name of the file with the ID that is also stored in the database. */
export const INSTALLATION_FILE = "installation-id";
/** Exists in an S3 store while a backup is being restored into it, or after an interrupted restore. */
export const RESTORING_FILE = "restoring";
const NAME_OF_ROW = "installationId";

/**
 * Files and database get the same ID at the first start; so does an installation that has none yet. No other server may
 * do this at the same time.
 *
 * @throws Error with a user-facing message if the files belong to another installation, have no ID although the
 * database has one, or are incomplete.
 */
export async function matchFiles(owner: Database, files: FileStore): Promise<void> {
  if ((await files.factsOf(RESTORING_FILE)) !== null)
    throw new Error(`The files in ${files.title} are not all restored. Run the command that restores them again.`);
  const expected = await readRow(owner);
  // The file is written first: if the server is killed in between, the row follows at the next start.
  const found = (await readId(files)) ?? (expected === null ? await writeNewId(files) : null);
  const known = expected ?? (found === null ? null : await writeRow(owner, found));
  if (found === known) return;
  throw new Error(
    `The files in ${files.title} do not belong to this database. Set PARFOCAL_DATA or FILES_URL to the place with the files of this installation: its file ${INSTALLATION_FILE} contains ${known}.`,
  );
}

async function readRow(owner: Database): Promise<string | null> {
  const row = await owner.selectFrom("installation").select("value").where("name", "=", NAME_OF_ROW).executeTakeFirst();
  return row?.value ?? null;
}

async function writeRow(owner: Database, id: string): Promise<string> {
  await owner.insertInto("installation").values({ name: NAME_OF_ROW, value: id }).execute();
  return id;
}

const readId = async (files: FileStore): Promise<string | null> =>
  (await files.readWhole(INSTALLATION_FILE))?.toString("utf8").trim() || null;

async function writeNewId(files: FileStore): Promise<string> {
  const id = randomUUID();
  await files.write(INSTALLATION_FILE, Buffer.from(`${id}\n`));
  return id;
}
