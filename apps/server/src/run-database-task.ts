/** Tasks for the database of an installation; `database-task.ts` describes them. */
import { rm } from "node:fs/promises";
import { createInterface } from "node:readline/promises";
import { sql } from "kysely";
import { withSite } from "#platform/db/database.ts";
import { countViolations } from "#platform/db/invariants.ts";
import { createLog } from "#platform/log.ts";
import { readConfig } from "./config.ts";
import { type Installation, joinDatabaseHost, openInstallation } from "./installation.ts";
import { printLine } from "./print-line.ts";
import { NO_ACCOUNT_YET, setUpOnFirstStart } from "./seed/first-start.ts";

const config = readConfig(process.env, []);
const log = createLog(config.logLevel);

async function withInstallation(work: (installation: Installation) => Promise<void>): Promise<void> {
  const host = await joinDatabaseHost(config, log);
  const installation = await openInstallation(config, host, log);
  try {
    await work(installation);
  } finally {
    await installation.close();
    await host.stop();
  }
}

async function seed(installation: Installation): Promise<void> {
  const firstStart = await setUpOnFirstStart(installation, config);
  if (!firstStart) return printLine("the installation already has content; nothing changed");
  if (firstStart.accounts.length === 0) return printLine(NO_ACCOUNT_YET);
  for (const { login, role } of firstStart.accounts) printLine(`${login}  ${role}`);
  printLine(
    config.demoPassword
      ? "Password: as set in PARFOCAL_DEMO_PASSWORD"
      : `Password of all accounts: ${firstStart.password}`,
  );
}

async function checkInvariants({ platform }: Installation): Promise<void> {
  const sites = await platform.database.selectFrom("site").select("id").execute();
  let total = 0;
  for (const { id } of sites) {
    for (const { name, count } of await withSite(platform.database, id, (db) => countViolations(db, id))) {
      total += count;
      if (count > 0) printLine(`site ${id}: ${name}: ${count}`);
    }
  }
  printLine(total === 0 ? "all invariants hold" : `${total} violations`);
  if (total > 0) process.exitCode = 1;
}

async function isResetMeant(): Promise<boolean> {
  if (process.argv.includes("--yes")) return true;
  const prompt = createInterface({ input: process.stdin, output: process.stdout });
  const answer = await prompt.question(
    `Delete everything in ${config.databaseUrl ? "the database" : config.dataFolder}? Type "yes": `,
  );
  prompt.close();
  return answer === "yes";
}

async function reset(): Promise<void> {
  if (!(await isResetMeant())) return printLine("nothing changed");
  if (config.databaseUrl) {
    await withInstallation(async ({ owner }) => {
      await sql`DROP SCHEMA public CASCADE; CREATE SCHEMA public`.execute(owner);
    });
  }
  await rm(config.dataFolder, { recursive: true, force: true });
  printLine("all data deleted; the next start creates a new installation");
}

const TASKS: Readonly<Record<string, () => Promise<void>>> = {
  migrate: () => withInstallation(async () => printLine("the database is up to date")),
  seed: () => withInstallation(seed),
  reset,
  invariants: () => withInstallation(checkInvariants),
};

const task = TASKS[process.argv[2] ?? ""];
if (!task) {
  process.stderr.write(`Usage: npm run db:{${Object.keys(TASKS).join("|")}}\n`);
  process.exit(1);
}
await task();
