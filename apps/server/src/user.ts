/**
 * Manages accounts from the command line, e.g. the first administrator of an installation or a forgotten password.
 *
 * Usage: npm run user -- [--site ID] list
 *                        [--site ID] add EMAIL --role ROLE [--name NAME]
 *                        [--site ID] password EMAIL
 *                        [--site ID] role EMAIL ROLE
 *
 * A password is asked for, or read from standard input: `npm run user -- add … < file`. Works with and
 * without a running server. Exit status: 1 failed, 2 invalid command line.
 */
import { parseArgs } from "node:util";
import { accountsOf, addAccount, changeAccount, readRole } from "#account/manage-accounts.ts";
import { readPassword } from "#account/read-password.ts";
import { DEFAULT_SITE_ID } from "#platform/http/site-and-session.ts";
import type { Platform } from "#platform/platform.ts";
import { EXIT, runConsoleCommand } from "./console-command.ts";
import { printLine } from "./print-line.ts";
import { openFirstSite } from "./seed/first-start.ts";

const USAGE = `Usage: npm run user -- [--site ID] COMMAND
  list                                   list all accounts
  add EMAIL --role ROLE [--name NAME]    add an account; the password is asked for or read from standard input
  password EMAIL                         set a new password and end all sessions of the account
  role EMAIL ROLE                        change the role of an account
  --site ID                              site of the accounts (default: ${DEFAULT_SITE_ID})`;
const askPassword = () => readPassword({ input: process.stdin, output: process.stderr });

type Work = (platform: Platform, siteId: number) => Promise<void>;

/** @returns null if the arguments are invalid. */
function readWork(words: readonly string[], options: { role?: string; name?: string }): Work | null {
  const [command, email, ...rest] = words;
  const hasNoMore = rest.length === 0;
  if (command === "list" && email === undefined) {
    return async ({ database }, siteId) => {
      for (const account of await accountsOf(database, siteId))
        printLine(
          `${account.role.padEnd(13)} ${account.email}  ${account.displayName}${account.isUsable ? "" : "  (closed)"}`,
        );
    };
  }
  if (email === undefined) return null;
  if (command === "add" && options.role !== undefined && hasNoMore) {
    const role = readRole(options.role);
    const displayName = options.name ?? email.replace(/@.*/, "");
    return async ({ database }, siteId) => {
      await addAccount(database, siteId, { email, displayName, role, password: await askPassword() });
      printLine(`added ${role} ${email}`);
    };
  }
  if (command === "password" && hasNoMore) {
    return async (platform, siteId) => {
      await changeAccount(platform, siteId, { email, password: await askPassword() });
      printLine(`changed the password of ${email} and ended all sessions`);
    };
  }
  if (command === "role" && rest.length === 1) {
    const role = readRole(rest[0] as string);
    return async (platform, siteId) => {
      await changeAccount(platform, siteId, { email, role });
      printLine(`${email} is now ${role}`);
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
  await runConsoleCommand(async (installation) => {
    await openFirstSite(installation, "Parfocal");
    await work(installation.platform, siteId);
  }, "Stopped. Nothing was changed.");
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
  process.exitCode = EXIT.unusable;
}
