/**
 * Copies all tables of a database from one snapshot, and restores them. Rows are stored in the text format of
 * PostgreSQL's COPY, compressed: it represents every type exactly, and newer major versions can read it.
 */
import { pipeline } from "node:stream/promises";
import { createGunzip, createGzip } from "node:zlib";
import pg from "pg";
import { from as copyFrom, to as copyTo } from "pg-copy-streams";
import type { BackupCipher } from "./backup-cipher.ts";
import { type DumpedSequence, type DumpedTable, type Manifest, tableKey } from "./backup-format.ts";
import type { BackupStore } from "./backup-store.ts";
import { HashedStream } from "./hashed-stream.ts";

/** Kysely's own tables, which migrations fill. */
const OTHERS = "kysely_%";
const PERMISSION_DENIED = "42501";

const { escapeIdentifier } = pg;
const listed = (names: readonly string[]) => names.map((name) => escapeIdentifier(name)).join(", ");

/** Generated columns are omitted, since the database computes them. */
async function listTables(client: pg.ClientBase): Promise<{ name: string; columns: string[] }[]> {
  const { rows } = await client.query<{ name: string; columns: string[] }>(
    `SELECT class.relname AS name, array_agg(attribute.attname::text ORDER BY attribute.attnum) AS columns
     FROM pg_class AS class JOIN pg_attribute AS attribute ON attribute.attrelid = class.oid
     WHERE class.relnamespace = 'public'::regnamespace AND class.relkind = 'r' AND class.relname NOT LIKE $1
       AND attribute.attnum > 0 AND NOT attribute.attisdropped AND attribute.attgenerated = ''
     GROUP BY class.relname ORDER BY class.relname`,
    [OTHERS],
  );
  return rows;
}

async function listSequences(client: pg.ClientBase): Promise<DumpedSequence[]> {
  const { rows } = await client.query<{ name: string }>(
    "SELECT sequencename AS name FROM pg_sequences WHERE schemaname = 'public' ORDER BY 1",
  );
  const sequences: DumpedSequence[] = [];
  for (const { name } of rows) {
    const { rows: state } = await client.query<{ last: string; used: boolean }>(
      `SELECT last_value::text AS last, is_called AS used FROM ${escapeIdentifier(name)}`,
    );
    if (state[0]) sequences.push({ name, lastValue: state[0].last, isUsed: state[0].used });
  }
  return sequences;
}

interface Means {
  readonly store: BackupStore;
  readonly cipher: BackupCipher;
  readonly signal: AbortSignal;
}

/**
 * Rows of all sites are read: row-level security would omit some without an error.
 *
 * @param client must be closed after a failure, which ends its transaction and any table being read.
 * @param atSnapshot called once the snapshot is taken.
 * @throws Error with a user-facing message if the database user may not read all rows.
 */
export async function dumpTables(
  client: pg.ClientBase,
  backup: string,
  { atSnapshot, ...means }: Means & { readonly atSnapshot: () => Promise<void> },
): Promise<Pick<Manifest, "migrations" | "tables" | "sequences">> {
  await client.query("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; SET LOCAL row_security = off");
  try {
    const { rows } = await client.query<{ name: string }>("SELECT name FROM kysely_migration ORDER BY name");
    await atSnapshot();
    const tables: DumpedTable[] = [];
    for (const table of await listTables(client)) tables.push(await dumpTable(client, backup, table, means));
    const sequences = await listSequences(client);
    await client.query("COMMIT");
    return { migrations: rows.map(({ name }) => name), tables, sequences };
  } catch (error) {
    throw (error as { code?: string }).code === PERMISSION_DENIED
      ? new Error("The database user may not read the rows of all sites. As a superuser run: ALTER ROLE … BYPASSRLS")
      : error;
  }
}

async function dumpTable(
  client: pg.ClientBase,
  backup: string,
  { name, columns }: { name: string; columns: string[] },
  { store, cipher, signal }: Means,
): Promise<DumpedTable> {
  const rows = client.query(copyTo(`COPY ${escapeIdentifier(name)} (${listed(columns)}) TO STDOUT`));
  const hashed = new HashedStream();
  await pipeline(
    rows,
    createGzip({ level: 5 }),
    hashed.through,
    cipher.seal,
    (contents) => store.write(tableKey(backup, name), contents, { signal }),
    { signal },
  );
  return { name, columns, rows: rows.rowCount ?? 0, sha256: hashed.digest() };
}

/**
 * Writes the rows into tables created by the same migrations: all rows, or none.
 *
 * @param client must be closed after a failure, which ends its transaction.
 * @throws Error with a user-facing message if a table is damaged, or the database user may not write.
 */
export async function loadTables(
  client: pg.ClientBase,
  backup: string,
  { tables, sequences }: Pick<Manifest, "tables" | "sequences">,
  means: Means,
): Promise<void> {
  await client.query("BEGIN; SET LOCAL row_security = off");
  try {
    // Disables triggers and foreign keys: rows come in any order, and include those written by triggers.
    await client.query("SET LOCAL session_replication_role = replica");
    await client.query(`TRUNCATE ${listed((await listTables(client)).map(({ name }) => name))}`);
    for (const table of tables) await loadTable(client, backup, table, means);
    for (const { name, lastValue, isUsed } of sequences)
      await client.query("SELECT setval($1::regclass, $2, $3)", [escapeIdentifier(name), lastValue, isUsed]);
    await client.query("COMMIT");
  } catch (error) {
    throw (error as { code?: string }).code === PERMISSION_DENIED
      ? new Error("Restoring requires a superuser of the database. Name one in DATABASE_URL for this command.")
      : error;
  }
}

async function loadTable(
  client: pg.ClientBase,
  backup: string,
  { name, columns, rows, sha256 }: DumpedTable,
  { store, cipher, signal }: Means,
): Promise<void> {
  const hashed = new HashedStream();
  const written = client.query(copyFrom(`COPY ${escapeIdentifier(name)} (${listed(columns)}) FROM STDIN`));
  const key = tableKey(backup, name);
  const contents = cipher.read(store.read(key), store.addressOf(key));
  await pipeline(contents, hashed.through, createGunzip(), written, { signal });
  if (hashed.digest() !== sha256 || written.rowCount !== rows)
    throw new Error(`The table ${name} of this backup is damaged.`);
}
