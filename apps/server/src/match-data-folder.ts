/**
 * Makes sure that a server uses the data folder that belongs to its database: with another one it would find no slide,
 * and call them all missing. Several servers of an installation share both.
 */
import { randomUUID } from "node:crypto";
import { open, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Database } from "#platform/db/database.ts";

/** In the data folder: the ID that the database has too. */
export const INSTALLATION_FILE = "installation-id";
const NAME_OF_ROW = "dataFolder";

/**
 * Both are given one ID at the first start; so is an installation that has none yet.
 *
 * @param folder absolute path; it exists.
 * @throws Error with a sentence if the folder belongs to another installation, or to none while the database's does.
 */
export async function matchDataFolder(owner: Database, folder: string): Promise<void> {
  const path = join(folder, INSTALLATION_FILE);
  const wanted = await readRow(owner);
  // The file first: if the server is killed in between, the row follows at the next start.
  const found = (await readId(path)) ?? (wanted === null ? await writeNewId(path) : null);
  const known = wanted ?? (found === null ? null : await writeRow(owner, found));
  if (found === known) return;
  throw new Error(
    `The data folder ${folder} does not belong to this database. Set PARFOCAL_DATA to the folder with the files of this installation: its file ${INSTALLATION_FILE} contains ${known}.`,
  );
}

async function readRow(owner: Database): Promise<string | null> {
  const row = await owner.selectFrom("installation").select("value").where("name", "=", NAME_OF_ROW).executeTakeFirst();
  return row?.value ?? null;
}

/** @returns the value that is in the database afterwards; another server may have been first. */
async function writeRow(owner: Database, id: string): Promise<string | null> {
  await owner
    .insertInto("installation")
    .values({ name: NAME_OF_ROW, value: id })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return readRow(owner);
}

async function readId(path: string): Promise<string | null> {
  try {
    return (await readFile(path, "utf8")).trim() || null;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw error;
  }
}

/** The caller makes sure that no other server writes it at the same time. */
async function writeNewId(path: string): Promise<string> {
  const id = randomUUID();
  const file = await open(path, "w", 0o600);
  try {
    await file.writeFile(`${id}\n`);
    await file.sync();
  } finally {
    await file.close();
  }
  return id;
}
