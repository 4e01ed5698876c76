/**
 * Accounts at the console: the first administrator of a new installation, a password that nobody remembers.
 *
 * Usage: npm run user -- [--site ID] list
 *                        [--site ID] add EMAIL --role ROLE [--name NAME]
 *                        [--site ID] password EMAIL
 *                        [--site ID] role EMAIL ROLE
 *
 * A password is asked for, or read from standard input: `npm run user -- add … < file`. Works beside a running server or
 * without one. Exit status 1 if it failed, 2 for a command line that cannot be used.
 */
import { parseArgs } from "node:util";
import { accountsOf, addAccount, changeAccount, readRole } from "#account/manage-accounts.ts";
import { readPassword } from "#account/read-password.ts";
import type { Database } from "#platform/db/database.ts";
import { DEFAULT_SITE_ID } from "#platform/http/site-and-session.ts";
import { EXIT, runConsoleCommand } from "./console-command.ts";

const USAGE =
  "usage: npm run user -- [--site ID] (list | add EMAIL --role ROLE [--name NAME] | password EMAIL | role EMAIL ROLE)";
const say = (line: string) => process.stdout.write(`${line}\n`);
const askPassword = () => readPassword({ input: process.stdin, output: process.stderr });

type Work = (database: Database, siteId: number) => Promise<void>;

/** @returns null: this cannot be used. */
function readWork(words: readonly string[], options: { role?: string; name?: string }): Work | null {
  const [command, email, ...rest] = words;
  const hasNoMore = rest.length === 0;
  if (command === "list" && email === undefined) {
    return async (database, siteId) => {
      for (const account of await accountsOf(database, siteId))
        say(
          `${account.role.padEnd(13)} ${account.email}  ${account.displayName}${account.isUsable ? "" : "  (closed)"}`,
        );
    };
  }
  if (email === undefined) return null;
  if (command === "add" && options.role !== undefined && hasNoMore) {
    const role = readRole(options.role);
    const displayName = options.name ?? email.replace(/@.*/, "");
    return async (database, siteId) => {
      await addAccount(database, siteId, { email, displayName, role, password: await askPassword() });
      say(`added ${role} ${email}`);
    };
  }
  if (command === "password" && hasNoMore) {
    return async (database, siteId) => {
      await changeAccount(database, siteId, { email, password: await askPassword() });
      say(`changed the password of ${email}, and ended their sessions`);
    };
  }
  if (command === "role" && rest.length === 1) {
    const role = readRole(rest[0] as string);
    return async (database, siteId) => {
      await changeAccount(database, siteId, { email, role });
      say(`${email} is ${role} now`);
    };
  }
  return null;
}

function readCommandLine(): { work: Work; siteId: number } {
  const { values, positionals } = parseArgs({
    args: process.argv.slice(2).filter((word) => word !== "--"),
    allowPositionals: true,
    options: { site: { type: "string" }, role: { type: "string" }, name: { type: "string" } },
  });
  const siteId = Number(values.site ?? DEFAULT_SITE_ID);
  const work = Number.isInteger(siteId) && siteId > 0 ? readWork(positionals, values) : null;
  if (!work) throw new Error(USAGE);
  return { work, siteId };
}

try {
  const { work, siteId } = readCommandLine();
  await runConsoleCommand(({ platform }) => work(platform.database, siteId), "Stopped; nothing was changed.");
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
  process.exitCode = EXIT.unusable;
}
