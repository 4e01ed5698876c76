import { type ChildProcess, spawn } from "node:child_process";
import { setTimeout as wait } from "node:timers/promises";

const START_TIMEOUT_MS = 60_000;
const STOP_STEP_TIMEOUT_MS = 15_000;

interface PostmasterOptions {
  readonly commandLine: readonly string[];
  readonly environment: NodeJS.ProcessEnv;
  readonly identity: { readonly uid?: number; readonly gid?: number };
}

/**
 * PostgreSQL's first process. It has its own process group, so that Ctrl-C in the terminal reaches only this server,
 * which then shuts PostgreSQL down cleanly.
 */
export class Postmaster {
  /** Resolves when connections are accepted; rejects if the process ends before that. */
  readonly ready: Promise<void>;
  /** Describes how the process ended. */
  readonly ended: Promise<string>;
  readonly #child: ChildProcess;
  #hasEnded = false;
  #lastOutput = "";

  constructor({ commandLine, environment, identity }: PostmasterOptions) {
    const [command, ...words] = commandLine as [string, ...string[]];
    const child = spawn(command, words, {
      ...identity,
      cwd: "/",
      env: environment,
      stdio: ["ignore", "ignore", "pipe"],
      detached: true,
    });
    this.#child = child;
    this.ended = new Promise((resolve) => {
      const settle = (how: string) => {
        this.#hasEnded = true;
        resolve(how);
      };
      child.on("error", (error) => settle(error.message));
      child.on("exit", (code, signal) => settle(signal ?? `status ${code}`));
    });
    this.ready = new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        child.kill("SIGQUIT");
        reject(new Error(`The database did not start within ${START_TIMEOUT_MS / 1000} s:\n${this.#lastOutput}`));
      }, START_TIMEOUT_MS);
      child.stderr.on("data", (piece: Buffer) => {
        this.#lastOutput = (this.#lastOutput + piece).slice(-4_000);
        if (!this.#lastOutput.includes("ready to accept connections")) return;
        clearTimeout(timer);
        resolve();
      });
      void this.ended.then(async (how) => {
        clearTimeout(timer);
        await wait(50); // its last output may still be in the pipe
        reject(new Error(`The database did not start (${how}):\n${this.#lastOutput.trim()}`));
      });
    });
    this.ready.catch(() => undefined);
  }

  /** Fast shutdown: sessions are ended and everything is written. Stronger signals are sent if that takes too long. */
  async stop(): Promise<void> {
    for (const signal of ["SIGINT", "SIGQUIT", "SIGKILL"] as const) {
      if (this.#hasEnded) return;
      this.#child.kill(signal);
      const timer = new AbortController();
      await Promise.race([
        this.ended,
        wait(STOP_STEP_TIMEOUT_MS, undefined, { signal: timer.signal }).catch(() => undefined),
      ]);
      timer.abort();
    }
  }
}
