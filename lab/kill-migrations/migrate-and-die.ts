/**
 * Migrates a database, and kills its own process around one statement. A process of its own for each try of
 * `kill-migrations.ts`; arguments: the connection as JSON, and the number of the statement, from 1 (0: none).
 *
 * Prints how many statements it sent.
 */
import pg from "pg";
import { openDatabaseAsOwner } from "../../apps/server/src/platform/db/database.ts";
import { migrate } from "../../apps/server/src/platform/db/migrate.ts";

/** After the statement was sent: it waits in the socket, runs, or is done. */
const MAX_DELAY_MS = 6;

const [connection = "", killedAt = "0"] = process.argv.slice(2);
const die = () => process.kill(process.pid, "SIGKILL");

let sent = 0;
const { query } = pg.Client.prototype;
pg.Client.prototype.query = function (this: pg.Client, ...words: unknown[]) {
  sent += 1;
  const isLast = sent === Number(killedAt);
  // One half is killed before, the other half a moment after.
  if (isLast && Math.random() < 0.5) die();
  if (isLast) setTimeout(die, Math.random() * MAX_DELAY_MS);
  return (query as (...all: unknown[]) => unknown).apply(this, words);
} as typeof query;

const owner = openDatabaseAsOwner(JSON.parse(connection), { onIdleError: () => {} });
await migrate(owner);
await owner.destroy();
process.stdout.write(`${sent}\n`);
