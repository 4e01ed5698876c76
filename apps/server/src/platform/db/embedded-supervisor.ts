/** Keeps the embedded PostgreSQL running: starts it, and restarts it after a crash, until stopped. */
import { spawnSync } from "node:child_process";
import { setTimeout as wait } from "node:timers/promises";
import type { PostgresAccount } from "./embedded-account.ts";
import type { PostgresBinaries } from "./embedded-binaries.ts";
import { endLeftoverProcesses, postgresEnvironment } from "./embedded-cluster.ts";
import { Postmaster } from "./embedded-postmaster.ts";

/** Part of the socket's name; no TCP port is opened. */
export const PORT = 5432;
const RESTART_PAUSES_MS = [0, 200, 500, 1_000, 2_000] as const;
const SETTINGS = [
  "listen_addresses=",
  "shared_buffers=64MB",
  "max_connections=60",
  "timezone=UTC",
  "log_timezone=UTC",
  "logging_collector=off",
  // Failed statements contain user input; the server logs its own errors.
  "log_min_messages=log",
  "log_min_error_statement=panic",
];

/** Whether acknowledged writes survive a power cut; they always survive a crash of the server and of PostgreSQL. */
const durability = (isDurable: boolean): string[] => [
  ...["fsync", "full_page_writes"].map((name) => `${name}=${isDurable ? "on" : "off"}`),
  "synchronous_commit=on",
];

interface SupervisorOptions {
  readonly cluster: string;
  readonly socketFolder: string;
  readonly binaries: PostgresBinaries;
  readonly account: PostgresAccount;
  readonly isDurable: boolean;
  /** Interval at which an autovacuum process checks each database. */
  readonly autovacuumEveryS: number;
  readonly log: (line: string) => void;
}

/** Keeps one postmaster running until stop(). */
export class PostgresSupervisor {
  isRunning = false;
  readonly #options: SupervisorOptions;
  readonly #commandLine: readonly string[];
  readonly #stopRequested = new AbortController();
  #postmaster: Postmaster | undefined;
  #restarting: Promise<void> | undefined;

  constructor(options: SupervisorOptions) {
    this.#options = options;
    this.#commandLine = [
      ...options.account.prefix,
      ...deathSignalPrefix(),
      options.binaries.postgres,
      "-D",
      options.cluster,
      "-p",
      String(PORT),
      "-k",
      options.socketFolder,
      ...[...SETTINGS, ...durability(options.isDurable), `autovacuum_naptime=${options.autovacuumEveryS}s`].flatMap(
        (setting) => ["-c", setting],
      ),
    ];
  }

  /** Resolves when connections are accepted. */
  async start(): Promise<void> {
    const postmaster = new Postmaster({
      commandLine: this.#commandLine,
      environment: postgresEnvironment(this.#options.binaries),
      identity: this.#options.account.identity,
    });
    this.#postmaster = postmaster;
    await postmaster.ready;
    this.isRunning = true;
    void postmaster.ended.then((how) => this.#handleEnd(how));
  }

  async stop(): Promise<void> {
    this.#stopRequested.abort();
    await this.#postmaster?.stop();
    await this.#restarting;
    // A restart in progress may have started another postmaster.
    await this.#postmaster?.stop();
    this.isRunning = false;
    await endLeftoverProcesses(this.#options.cluster, "SIGKILL");
  }

  #handleEnd(how: string): void {
    this.isRunning = false;
    if (this.#stopRequested.signal.aborted) return;
    this.#options.log(`The database ended unexpectedly (${how}); it is started again.`);
    this.#restarting = this.#restart();
  }

  async #restart(): Promise<void> {
    const startedAt = performance.now();
    for (let attempt = 0; !this.#stopRequested.signal.aborted; attempt += 1) {
      await wait(RESTART_PAUSES_MS[Math.min(attempt, RESTART_PAUSES_MS.length - 1)]);
      if (this.#stopRequested.signal.aborted) return;
      try {
        await endLeftoverProcesses(this.#options.cluster, "SIGKILL");
        await this.start();
        this.#options.log(`The database answers again after ${Math.round(performance.now() - startedAt)} ms.`);
        return;
      } catch (error) {
        if (this.#stopRequested.signal.aborted) return;
        this.#options.log(`The database could not be started again: ${(error as Error).message}`);
      }
    }
  }
}

/** Shuts PostgreSQL down cleanly if this server is killed before it can stop it. Source: prctl(2), PR_SET_PDEATHSIG. */
function deathSignalPrefix(): string[] {
  const prefix = ["setpriv", "--pdeathsig", "INT", "--"];
  const [command, ...words] = [...prefix, "true"];
  return spawnSync(command as string, words, { stdio: "ignore" }).status === 0 ? prefix : [];
}
