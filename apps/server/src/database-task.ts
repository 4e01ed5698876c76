/**
 * Tasks for the database of an installation: runs `run-database-task.ts`, from the bundle if it is up to date.
 *
 * Usage: npm run db:migrate | db:seed | db:reset | db:invariants
 * - migrate: up to the newest migration
 * - seed: the first start's content, if the installation is empty
 * - reset: deletes all data (asks for confirmation unless --yes is given)
 * - invariants: counts violated invariants; exit status 1 if there are any
 */
import { runServerScript } from "#platform/server-scripts.ts";

await runServerScript(new URL("./run-database-task.ts", import.meta.url));
