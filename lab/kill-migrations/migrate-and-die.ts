/**
 * Migrates a database, and kills its own process around one statement. Started once for each attempt of
 * `kill-migrations.ts`; arguments: the connection as JSON, and the number of the statement, from 1 (0: none).
 *
 * Prints how many statements it sent.
 */
import pg from "pg";
import { openDatabaseAsOwner } from "../../apps/server/src/platform/db/database.ts";
import { migrate } from "../../apps/server/src/platform/db/migrate.ts";

/** Delay after the statement was sent: it is in the socket, running, or done, ms. */
const MAX_DELAY_MS = 6;

const [connection = "", killedAt = "0"] = process.argv.slice(2);
const die = () => process.kill(process.pid, "SIGKILL");

let sent = 0;
const { query } = pg.Client.prototype;
pg.Client.prototype.query = function (this: pg.Client, ...words: unknown[]) {
  sent += 1;
  const isLast = sent === Number(killedAt);
  // Half of them are killed before, half shortly after the statement.
  if (isLast && Math.random() < 0.5) die();
  if (isLast) setTimeout(die, Math.random() * MAX_DELAY_MS);
  return (query as (...all: unknown[]) => unknown).apply(this, words);
} as typeof query;

const owner = openDatabaseAsOwner(JSON.parse(connection), { onIdleError: () => {} });
await migrate(owner);
await owner.destroy();
process.stdout.write(`${sent}\n`);
