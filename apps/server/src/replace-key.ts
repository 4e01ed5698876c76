/**
 * Replaces the key of sealed texts while any number of servers run (decision 0168): new texts are encrypted with a new
 * key, existing ones are re-encrypted in portions, and then the former key is deleted. It can be stopped or killed at
 * any point; the next run continues.
 */
import { randomBytes } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import { type SqlBool, sql } from "kysely";
import {
  FORMER_SEAL_KEY,
  onlyKey,
  readSealKeys,
  SEAL_KEY,
  SEAL_KEY_BYTES,
  SEAL_LOCK,
  type SealKeys,
} from "#platform/access/seal-keys.ts";
import { type Database, type SiteDb, withSite } from "#platform/db/database.ts";
import { repeatOnConflict } from "#platform/db/repeat-on-conflict.ts";
import { findOrMakeNonceKey, NONCE_KEY } from "./installation.ts";
import { SEALED_COLUMNS, type SealedColumn } from "./sealed-columns.ts";

const PORTION_ROWS = 500;
const LOOK_EVERY_MS = 1_000;

interface KeyReplacement {
  /** Connected as the owner of the tables. */
  readonly owner: Database;
  readonly database: Database;
  readonly signal: AbortSignal;
  readonly say: (line: string) => void;
  /** Default: 500. */
  readonly portionRows?: number;
  /** Called after each portion. */
  readonly onPortion?: () => unknown;
}

/**
 * @returns the number of texts that this run re-encrypted. @throws Error if a text cannot be opened with either key.
 */
export async function replaceKey(replacement: KeyReplacement): Promise<number> {
  const { owner, say } = replacement;
  const { former, isNew } = await beginChange(owner);
  say(isNew ? "a new key seals from now on" : "an interrupted change of the key is continued");
  let count = await sealAll(replacement);
  await waitForOlderTransactions(replacement);
  // Re-encrypts texts that an older transaction has copied in the meantime.
  count += await sealAll(replacement);
  await endChange(owner, former);
  return count;
}

/** Applies from the next start of the servers. Signatures with the former key are invalid from then on. */
export async function replaceSigningKey(owner: Database): Promise<void> {
  await findOrMakeNonceKey(owner);
  const value = randomBytes(SEAL_KEY_BYTES).toString("base64");
  await owner.updateTable("installation").set({ value }).where("name", "=", NONCE_KEY).execute();
}

interface Change {
  /** As stored in the database. */
  readonly former: string;
  /** false: the change had been started already. */
  readonly isNew: boolean;
}

function beginChange(owner: Database): Promise<Change> {
  return owner.transaction().execute(async (db) => {
    // Waits for transactions that encrypt with the current key; later ones read the new key.
    await sql`SELECT pg_advisory_xact_lock(${SEAL_LOCK})`.execute(db);
    const { current, former } = await readSealKeys(db);
    if (former !== null) return { former: former.toString("base64"), isNew: false };
    const value = randomBytes(SEAL_KEY_BYTES).toString("base64");
    await db
      .insertInto("installation")
      .values({ name: FORMER_SEAL_KEY, value: current.toString("base64") })
      .execute();
    await db.updateTable("installation").set({ value }).where("name", "=", SEAL_KEY).execute();
    return { former: current.toString("base64"), isNew: true };
  });
}

/** Ends only this change: another run may have ended it and started the next one. */
async function endChange(owner: Database, former: string): Promise<void> {
  await owner.transaction().execute(async (db) => {
    await sql`SELECT pg_advisory_xact_lock(${SEAL_LOCK})`.execute(db);
    await db.deleteFrom("installation").where("name", "=", FORMER_SEAL_KEY).where("value", "=", former).execute();
  });
}

async function sealAll(replacement: KeyReplacement): Promise<number> {
  const { database, signal, say } = replacement;
  let sum = 0;
  for (const column of SEALED_COLUMNS) {
    let count = 0;
    for (const { id: siteId } of await database.selectFrom("site").select("id").orderBy("id").execute()) {
      let after: number | null = 0;
      while (after !== null) {
        signal.throwIfAborted();
        const portion: Portion = await sealPortion(replacement, column, { siteId, after });
        after = portion.last;
        count += portion.count;
        await replacement.onPortion?.();
      }
    }
    if (count > 0) say(`${column.table}: ${count}`);
    sum += count;
  }
  return sum;
}

interface Portion {
  /** ID of the portion's last row; null: no more rows. */
  readonly last: number | null;
  readonly count: number;
}

interface Row {
  readonly id: number;
  readonly sealed: Buffer;
}

function sealPortion(
  { database, portionRows = PORTION_ROWS }: KeyReplacement,
  column: SealedColumn,
  { siteId, after }: { readonly siteId: number; readonly after: number },
): Promise<Portion> {
  return repeatOnConflict(() =>
    withSite(database, siteId, async (db) => {
      const id = sql.ref(column.id);
      const { rows } = await sql<Row>`
        SELECT ${id} AS id, ${sql.ref(column.column)} AS sealed FROM ${sql.table(column.table)}
        WHERE site_id = ${siteId} AND ${id} > ${after} AND ${sql.ref(column.column)} IS NOT NULL
        ORDER BY ${id} LIMIT ${portionRows} FOR UPDATE
      `.execute(db);
      let count = 0;
      const keys = await readSealKeys(db);
      for (const row of rows) if (await reencrypt(db, { column, siteId, row, keys })) count += 1;
      return { last: rows.length < portionRows ? null : (rows.at(-1)?.id ?? null), count };
    }),
  );
}

interface Sealing {
  readonly column: SealedColumn;
  readonly siteId: number;
  readonly row: Row;
  readonly keys: SealKeys;
}

/** @returns false if the text is encrypted with the new key already. */
async function reencrypt(db: SiteDb, { column, siteId, row, keys }: Sealing): Promise<boolean> {
  const of = { siteId, id: row.id };
  const openWith = (some: SealKeys) => textOrNull(() => column.open(row.sealed, of, some));
  if (openWith(onlyKey(keys.current)) !== null) return false;
  const text = openWith(keys);
  if (text === null)
    throw new Error(`${column.table} ${row.id} of site ${siteId} can be opened with neither key; both are kept.`);
  const { sealed, lookup } = column.seal(text, of, onlyKey(keys.current));
  const found = lookup ? sql`, lookup = ${lookup}` : sql``;
  await sql<SqlBool>`
    UPDATE ${sql.table(column.table)} SET ${sql.ref(column.column)} = ${sealed}${found}
    WHERE site_id = ${siteId} AND ${sql.ref(column.id)} = ${row.id}
  `.execute(db);
  return true;
}

function textOrNull(open: () => string): string | null {
  try {
    return open();
  } catch {
    return null;
  }
}

/**
 * Waits for transactions that may have read a text before it was re-encrypted and may still copy it, backups included.
 */
async function waitForOlderTransactions({ owner, signal, say }: KeyReplacement): Promise<void> {
  const { rows } = await sql<{ now: Date }>`SELECT clock_timestamp() AS now`.execute(owner);
  const isAnyLeft = async () => {
    const { rows: found } = await sql<{ count: number }>`
      SELECT count(*)::int AS count FROM pg_stat_activity
      WHERE datname = current_database() AND backend_type = 'client backend' AND pid <> pg_backend_pid()
         AND xact_start < ${rows[0]?.now}
    `.execute(owner);
    return (found[0]?.count ?? 0) > 0;
  };
  let isSaid = false;
  while (await isAnyLeft()) {
    if (!isSaid) say("waiting for the end of work that began before…");
    isSaid = true;
    await wait(LOOK_EVERY_MS, undefined, { signal });
  }
}
