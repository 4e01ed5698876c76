/**
 * Entry point of every command: installs missing packages, then runs the command with the Node version installed by npm.
 *
 * Usage: node scripts/boot.mjs <command> [arguments]      (called by npm start, npm test, npm run <command>)
 *
 *   start [--slide FILE]… [--workers N]   the product, including its database
 *   dev                     the same with reload on change
 *   test [FILTER]           all tests; with a filter: unit tests whose file names contain it
 *   test --changed          checks, and tests affected by changes since origin/main
 *   check | fix             format, lint, types, boundaries, unit tests | fix what can be fixed automatically
 *   e2e [FILTER]            journeys in a browser; --strict: no second attempt, --stress: under load
 *   bench [NAME]…           benchmarks
 *   lab [--quick] [NAME]…   experiments (kills, full disks, hostile files); prints a table
 *   build                   the web pages, the server, and the scripts that slide files are read with
 *   import PATH…            imports slides and folders
 *   deidentify ID… | --all  removes patient data from stored slide files
 *   fuzz [--seed N] [--quick] [--only CALL]   invalid requests to every call of its own server
 *   user list | add EMAIL --role ROLE | password EMAIL | role EMAIL ROLE      manage accounts
 *   key replace | signatures   replaces the key of sealed secrets, or that of signatures
 *   sec:files               hostile files, names and paths against a running server
 *   asvs                    requirements of OWASP ASVS 5.0: how many are met, and which are not
 *   db:migrate | db:seed | db:reset | db:invariants
 *
 * Plain JavaScript for Node 20, because nothing is installed yet when it starts.
 */
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { ensureDependencies } from "./install-dependencies.mjs";
import { runChild } from "./run-child.mjs";

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));
const NODE_MAJOR = 26;

/** Node's compile cache, with which the server loads its modules in half the processor time (bench/README.md). */
const COMPILE_CACHE = join(ROOT, "node_modules/.cache/node");

/** The server has few short-lived objects: half of V8's default nursery saves 60 MB (bench/memory.ts). */
const SMALL_NURSERY = "--max-semi-space-size=8";

/** Bundles of the server and of the scripts that read slide files in separate processes; nothing if none has changed. */
const BUNDLES = ["scripts/bundle-scripts.ts"];

/** The steps of each command, in this order; the last one receives the arguments. */
const COMMANDS = {
  start: [["scripts/build-web.ts"], BUNDLES, [SMALL_NURSERY, "apps/server/src/main.ts"]],
  dev: [BUNDLES, ["scripts/run-dev.ts"]],
  test: [BUNDLES, ["scripts/run-tests.ts"]],
  check: [BUNDLES, ["scripts/run-tests.ts", "--without-journeys"]],
  fix: [["node_modules/@biomejs/biome/bin/biome", "check", "--write", "."]],
  e2e: [BUNDLES, ["scripts/run-tests.ts", "--only-journeys"]],
  bench: [BUNDLES, ["scripts/run-benches.ts"]],
  lab: [BUNDLES, ["scripts/build-web.ts"], ["scripts/run-labs.ts"]],
  build: [["scripts/build-web.ts"], BUNDLES],
  import: [BUNDLES, ["apps/server/src/import.ts"]],
  deidentify: [BUNDLES, ["apps/server/src/deidentify.ts"]],
  user: [["apps/server/src/user.ts"]],
  backup: [["apps/server/src/backup.ts"]],
  restore: [["apps/server/src/restore.ts"]],
  verify: [["apps/server/src/restore.ts", "--verify"]],
  key: [["apps/server/src/key.ts"]],
  fuzz: [BUNDLES, ["lab/fuzz.ts"]],
  asvs: [["scripts/print-asvs.ts"]],
  "host:wordpress": [BUNDLES, ["scripts/host-wordpress.ts"]],
  "sec:files": [
    BUNDLES,
    ["lab/hostile-zips.ts"],
    ["lab/hostile-files.ts"],
    ["lab/damaged-files.ts"],
    ["lab/hostile-paths.ts"],
    ["lab/hostile-uploads.ts"],
  ],
  "db:migrate": [BUNDLES, ["apps/server/src/database-task.ts", "migrate"]],
  "db:seed": [BUNDLES, ["apps/server/src/database-task.ts", "seed"]],
  "db:reset": [BUNDLES, ["apps/server/src/database-task.ts", "reset"]],
  "db:invariants": [BUNDLES, ["apps/server/src/database-task.ts", "invariants"]],
};

/** The Node version installed by npm, otherwise the running one if it is new enough. */
function findNode() {
  const installed = join(ROOT, "node_modules/.bin/node");
  if (existsSync(installed) && spawnSync(installed, ["--version"]).status === 0) return installed;
  if (Number(process.versions.node.split(".")[0]) >= NODE_MAJOR) return process.execPath;
  throw new Error(
    `Node ${NODE_MAJOR} or later is required; this is ${process.versions.node}, and npm provides none for ${process.platform} on ${process.arch}. Install Node ${NODE_MAJOR} or later.`,
  );
}

async function boot([command, ...words]) {
  const steps = Object.hasOwn(COMMANDS, command ?? "") ? COMMANDS[command] : null;
  if (!steps) {
    console.error(
      `${command ? `Unknown command "${command}".` : "Specify a command."} Available: ${Object.keys(COMMANDS).join(", ")}.`,
    );
    return 2;
  }
  await ensureDependencies(ROOT);
  const node = findNode();
  for (const [index, step] of steps.entries()) {
    const isLast = index === steps.length - 1;
    const status = await runChild(node, [...step, ...(isLast ? words : [])], {
      cwd: ROOT,
      env: {
        NODE_COMPILE_CACHE: COMPILE_CACHE,
        ...process.env,
        PATH: `${join(ROOT, "node_modules/.bin")}:${process.env.PATH ?? ""}`,
      },
      ownGroup: true,
    });
    if (status !== 0 || isLast) return status;
  }
}

try {
  process.exitCode = await boot(process.argv.slice(2));
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
