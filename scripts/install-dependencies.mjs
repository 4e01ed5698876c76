/**
 * Installs the packages of package-lock.json into node_modules; does nothing if they are already installed.
 *
 * Usage: node scripts/install-dependencies.mjs
 *
 * Concurrent runs wait for each other; an interrupted installation is restarted. Plain JavaScript that runs on
 * Node 20 (see boot.mjs).
 */

import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { accessSync, constants, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { runChild } from "./run-child.mjs";

const STAMP = "node_modules/.parfocal-lock";
/** Written last by npm, with the packages actually installed. */
const INSTALLED = "node_modules/.package-lock.json";

/**
 * @param {string} root the repository.
 * @throws {Error} with a message if the packages cannot be installed.
 */
export async function ensureDependencies(root) {
  if (isUpToDate(root)) return;
  if (!isWritable(root))
    throw new Error(`Packages must be installed in ${root}, but this user has no write permission there.`);
  mkdirSync(join(root, ".cache"), { recursive: true });
  const script = fileURLToPath(import.meta.url);
  const lockFile = join(root, ".cache/install.lock");
  const canLock = hasProgram("flock");
  if (canLock && spawnSync("flock", ["--nonblock", lockFile, "true"]).status !== 0) {
    console.log("Waiting for another process that is installing packages…");
  }
  const commandLine = [...(canLock ? ["flock", "--no-fork", lockFile] : []), process.execPath, script];
  const status = await runChild(commandLine[0], commandLine.slice(1), { cwd: root, ownGroup: true });
  if (status !== 0) throw new Error("The packages could not be installed (see the error above).");
}

function isUpToDate(root) {
  const wanted = fingerprint(root);
  if (readText(join(root, STAMP)) === wanted) return true;
  if (!isInstalledByHand(root)) return false;
  writeStamp(root, wanted);
  return true;
}

/** Without a stamp, the next run compares again. */
function writeStamp(root, text) {
  if (isWritable(join(root, "node_modules"))) writeFileSync(join(root, STAMP), text);
}

/** Hash of the lock file and the platform: a folder shared by two platforms is reinstalled on each. */
function fingerprint(root) {
  const hash = createHash("sha256")
    .update(readFileSync(join(root, "package-lock.json")))
    .digest("hex");
  return `${hash} ${process.platform}-${process.arch}\n`;
}

/** Whether the packages of the lock file are already installed by npm. */
function isInstalledByHand(root) {
  const text = readText(join(root, INSTALLED));
  if (text === null) return false;
  const installed = JSON.parse(text).packages;
  const wanted = JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8")).packages;
  return Object.entries(wanted).every(([path, entry]) => {
    if (!path.startsWith("node_modules/") || entry.link) return true;
    const found = installed[path];
    // Optional packages depend on the platform.
    return found ? found.version === entry.version : entry.optional === true;
  });
}

function readText(path) {
  return existsSync(path) ? readFileSync(path, "utf8") : null;
}

function isWritable(path) {
  try {
    accessSync(path, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

function hasProgram(name) {
  return spawnSync(name, ["--version"], { stdio: "ignore" }).status === 0;
}

/** npm's cache is in the home folder, which may not be writable. */
function npmEnvironment(root) {
  const home = process.env.HOME || homedir();
  if (isWritable(home)) return process.env;
  return { ...process.env, npm_config_cache: join(root, ".cache/npm") };
}

/** The npm that started this process, otherwise the one in the path. */
function npmCommandLine() {
  const running = process.env.npm_execpath;
  return running?.endsWith("npm-cli.js") && existsSync(running) ? [process.execPath, running] : ["npm"];
}

async function install(root) {
  if (isUpToDate(root)) return 0; // A concurrent run has just done it.
  const startedAt = performance.now();
  console.log("Installing packages (about a minute the first time)…");
  for (const path of [STAMP, INSTALLED]) rmSync(join(root, path), { force: true });
  const [command, ...words] = npmCommandLine();
  const timer = setInterval(() => {
    console.log(`  … still installing (${Math.round((performance.now() - startedAt) / 1000)} s)`);
  }, 15_000);
  const status = await runChild(command, [...words, "ci", "--include=dev", "--include=optional", "--loglevel=error"], {
    cwd: root,
    env: npmEnvironment(root),
  });
  clearInterval(timer);
  if (status !== 0) {
    console.error(
      "npm could not install the packages. It needs access to its registry. Check the network and start again.",
    );
    return status;
  }
  writeStamp(root, fingerprint(root));
  console.log(`Packages installed in ${Math.round((performance.now() - startedAt) / 1000)} s.`);
  return 0;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  process.exitCode = await install(dirname(dirname(fileURLToPath(import.meta.url))));
}
