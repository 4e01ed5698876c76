/**
 * Runs a program as a child process: it receives this process's signals once each, and ends with this process in any
 * case.
 *
 * Plain JavaScript that runs on Node 20 (see boot.mjs).
 */
import { spawn, spawnSync } from "node:child_process";
import { constants } from "node:os";

const PASSED_ON = ["SIGINT", "SIGTERM", "SIGHUP"];
/** Ctrl-C arrives from the terminal and again from npm; a second press by a person takes longer, ms. */
const SAME_SIGNAL_MS = 400;
/** Polling interval for npm, the parent process: when killed, it sends no signal, ms. */
const PARENT_CHECK_MS = 250;

let deathSignalPrefix;
/** Makes the kernel end the child if this process is killed. Source: prctl(2), PR_SET_PDEATHSIG. */
function prefixForDeathSignal() {
  const prefix = ["setpriv", "--pdeathsig", "TERM", "--"];
  deathSignalPrefix ??=
    spawnSync(prefix[0], [...prefix.slice(1), "true"], { stdio: "ignore" }).status === 0 ? prefix : [];
  return deathSignalPrefix;
}

/**
 * @param {string} command
 * @param {readonly string[]} words
 * @param {object} [options]
 * @param {string} [options.cwd]
 * @param {NodeJS.ProcessEnv} [options.env]
 * @param {boolean} [options.ownGroup] outside of the terminal's process group: signals come from this process only. For
 * the first child of a terminal's program; further children share its group.
 * @param {(piece: Buffer) => void} [options.onOutput] receives the child's output, instead of the terminal.
 * @returns {Promise<number>} its exit status; 128 plus the signal's number if a signal ended it, as in shells.
 */
export function runChild(command, words, { cwd, env, ownGroup = false, onOutput } = {}) {
  const [program, ...rest] = [...prefixForDeathSignal(), command, ...words];
  const child = spawn(program, rest, {
    cwd,
    env,
    detached: ownGroup,
    stdio: onOutput ? ["ignore", "pipe", "pipe"] : "inherit",
  });
  if (onOutput) for (const stream of [child.stdout, child.stderr]) stream.on("data", onOutput);

  const lastPassedAt = new Map();
  const passOn = (signal) => {
    const now = performance.now();
    if (now - (lastPassedAt.get(signal) ?? Number.NEGATIVE_INFINITY) < SAME_SIGNAL_MS) return;
    lastPassedAt.set(signal, now);
    child.kill(signal);
  };
  for (const signal of PASSED_ON) process.on(signal, passOn);
  const stopWatching = process.env.npm_lifecycle_event ? watchParent(() => passOn("SIGTERM")) : () => undefined;

  return new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (code, signal) => resolve(code ?? 128 + constants.signals[signal]));
  }).finally(() => {
    stopWatching();
    for (const signal of PASSED_ON) process.off(signal, passOn);
  });
}

/** @param {() => void} onGone called once, when another process has become the parent. */
function watchParent(onGone) {
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    onGone();
  }, PARENT_CHECK_MS);
  return () => clearInterval(timer);
}
