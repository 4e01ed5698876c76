/**
 * REL-22: a database of an old version, with rows, is migrated by a process that is killed with SIGKILL around one
 * of its statements. After each kill the database is unchanged or complete, never in between; a second run completes it,
 * and schema and rows are then those of an undisturbed migration.
 *
 * Usage: node lab/kill-migrations.ts [--kills N]     default: each statement once
 */
import { spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { openDatabaseAsOwner } from "../apps/server/src/platform/db/database.ts";
import { startEmbeddedPostgres } from "../apps/server/src/platform/db/embedded-postgres.ts";
import { migrate } from "../apps/server/src/platform/db/migrate.ts";
import { ALL_MIGRATIONS } from "../apps/server/src/platform/db/migrations/all-migrations.ts";
import { endWithin, numberFromCommandLine, printResult } from "./figures.ts";
import { describeDatabase } from "./kill-migrations/describe-database.ts";

/** Newest migration of the old database: later ones change its tables and rows of sites, people, items and courses. */
const OLD = "0021-radiology";
const ROWS = `
  -- As every server makes it at its first start; without it a migration would make a random one.
  INSERT INTO installation (name, value) VALUES ('nonceKey', encode(sha256('lab'), 'base64'));
  INSERT INTO site (title) VALUES ('One'), ('Two');
  INSERT INTO site_user (site_id, email, display_name, role, password_hash)
    SELECT site.id, n || '@example.edu', 'Person ' || n, CASE n % 3 WHEN 0 THEN 'expert' ELSE 'learner' END, '-'
    FROM site, generate_series(1, 20) AS n;
  INSERT INTO item (site_id, kind, title) SELECT site.id, 'course', 'Course ' || n FROM site, generate_series(1, 20) AS n;
  INSERT INTO course (item_id, site_id) SELECT id, site_id FROM item;
`;
const CHILD = join(import.meta.dirname, "kill-migrations/migrate-and-die.ts");
const MAX_MS_A_KILL = 20_000;

const folder = await mkdtemp(join(tmpdir(), "parfocal-migrations-"));
const postgres = await startEmbeddedPostgres({ folder, log: () => {} });
const connectionTo = (database: string) => ({
  host: postgres.socketFolder,
  port: postgres.port,
  user: postgres.superuser,
  database,
});

async function withClient<Result>(database: string, work: (client: pg.Client) => Promise<Result>): Promise<Result> {
  const client = new pg.Client(connectionTo(database));
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

const copyOld = (name: string) =>
  withClient("postgres", (client) => client.query(`CREATE DATABASE ${name} TEMPLATE old`));

/** @returns the number of statements; null if it was killed. */
function migrateInProcess(database: string, killedAt: number): Promise<number | null> {
  const words = [CHILD, JSON.stringify(connectionTo(database)), String(killedAt)];
  const child = spawn(process.execPath, words, { stdio: ["ignore", "pipe", "inherit"] });
  let text = "";
  child.stdout.on("data", (piece: Buffer) => (text += piece.toString()));
  return new Promise((resolve, reject) =>
    child.once("close", (status, signal) => {
      if (signal === "SIGKILL") resolve(null);
      else if (status === 0) resolve(Number(text));
      else reject(new Error(`the migration ended with ${status}`));
    }),
  );
}

async function prepareOld(): Promise<void> {
  await withClient("postgres", (client) => client.query("CREATE DATABASE old"));
  const owner = openDatabaseAsOwner(connectionTo("old"), { onIdleError: () => {} });
  await migrate(owner, OLD);
  await owner.destroy();
  await withClient("old", (client) => client.query(ROWS));
}

/** Lines that are in only one of them. */
const differences = (one: readonly string[], other: readonly string[]) => [
  ...one.filter((line) => !other.includes(line)).map((line) => `- ${line}`),
  ...other.filter((line) => !one.includes(line)).map((line) => `+ ${line}`),
];

const outcome = { kills: 0, untouched: 0, complete: 0, between: 0, different: 0 };

/** @param wanted lines of the undisturbed database. */
async function killOnce(killedAt: number, { before, wanted }: { before: number; wanted: string[] }): Promise<void> {
  const name = `killed_${killedAt}`;
  await copyOld(name);
  if ((await migrateInProcess(name, killedAt)) === null) outcome.kills += 1;
  await withClient(name, async (client) => {
    const { rows } = await client.query<{ count: number }>("SELECT count(*)::int AS count FROM kysely_migration");
    const applied = rows[0]?.count;
    if (applied === before) outcome.untouched += 1;
    else if (applied === Object.keys(ALL_MIGRATIONS).length) outcome.complete += 1;
    else outcome.between += 1;
  });
  await migrateInProcess(name, 0);
  const found = differences(wanted, await withClient(name, describeDatabase));
  if (found.length > 0) {
    outcome.different += 1;
    process.stdout.write(`killed at statement ${killedAt}:\n${found.slice(0, 10).join("\n")}\n`);
  }
  await withClient("postgres", (client) => client.query(`DROP DATABASE ${name} WITH (FORCE)`));
}

try {
  await prepareOld();
  await copyOld("undisturbed");
  const statements = (await migrateInProcess("undisturbed", 0)) ?? 0;
  const wanted = await withClient("undisturbed", describeDatabase);
  const before = Object.keys(ALL_MIGRATIONS).indexOf(OLD) + 1;
  const kills = numberFromCommandLine("kills", statements);
  endWithin(60_000 + kills * MAX_MS_A_KILL);
  const isEach = kills >= statements;
  for (let kill = 1; kill <= Math.min(kills, statements); kill += 1)
    await killOnce(isEach ? kill : 1 + Math.floor(Math.random() * statements), { before, wanted });
  printResult("REL-22", outcome.kills > 0 && outcome.between + outcome.different === 0, { ...outcome, statements });
} finally {
  await postgres.stop();
  await rm(folder, { recursive: true, force: true });
}
process.exit();
