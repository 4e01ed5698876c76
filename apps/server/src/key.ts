/**
 * Replaces the keys of the installation.
 *
 * Usage: npm run key -- replace       that with which secrets in the database are sealed; servers may run
 *        npm run key -- signatures    that of nonces, devices and passes, from the next start; stop all servers first
 *
 * Exit status: 1 failed, 2 invalid command line. An interrupted run is continued by the next one.
 */
import { EXIT, runConsoleCommand } from "./console-command.ts";
import { printLine } from "./print-line.ts";
import { replaceKey, replaceSigningKey } from "./replace-key.ts";

const words = process.argv.slice(2).filter((word) => word !== "--");

if (words.join(" ") === "replace") {
  await runConsoleCommand(async ({ owner, platform: { database } }, _config, signal) => {
    const count = await replaceKey({ owner, database, signal, say: printLine });
    printLine(`${count} texts are sealed with the new key; the former one is deleted`);
  }, "Stopped. Both keys are kept; run the same command again to continue.");
} else if (words.join(" ") === "signatures") {
  await runConsoleCommand(async ({ owner }) => {
    await replaceSigningKey(owner);
    printLine("the key of signatures is replaced; start the servers again");
  }, "Stopped.");
} else {
  process.stderr.write("Usage: npm run key -- replace | signatures\n");
  process.exitCode = EXIT.unusable;
}
