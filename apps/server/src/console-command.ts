/** Runs a console command on the installation, while the server is running or not. */
import type { FastifyBaseLogger } from "fastify";
import { createLog } from "#platform/log.ts";
import { type Config, readConfig } from "./config.ts";
import { type DatabaseHost, type Installation, joinDatabaseHost, openInstallation } from "./installation.ts";

export const EXIT = { failed: 1, unusable: 2, interrupted: 130 } as const;

/** Aborted by the first Ctrl-C; the second ends the process. */
export function stopSignal(): AbortSignal {
  const stop = new AbortController();
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
    process.on(signal, () => {
      if (stop.signal.aborted) process.exit(EXIT.interrupted);
      stop.abort(new Error("stopped"));
    });
  }
  return stop.signal;
}

interface OpenedDatabase {
  readonly config: Config;
  readonly log: FastifyBaseLogger;
  readonly host: DatabaseHost;
  readonly signal: AbortSignal;
}

/**
 * Runs `work` with the database of the installation, whatever state it is in. Errors of `work` are printed and set the
 * exit status.
 *
 * @param interruptedText printed instead of an error after Ctrl-C.
 */
export async function runWithDatabase(
  work: (opened: OpenedDatabase) => Promise<void>,
  interruptedText: string,
): Promise<void> {
  const signal = stopSignal();
  const config = readConfig(process.env, []);
  const log = createLog(config.logLevel);
  const host = await joinDatabaseHost(config, log);
  try {
    await work({ config, log, host, signal });
  } catch (error) {
    const text = error instanceof Error ? error.message : String(error);
    process.stderr.write(`${signal.aborted ? `\n${interruptedText}` : text}\n`);
    process.exitCode = signal.aborted ? EXIT.interrupted : EXIT.failed;
  } finally {
    await host.stop();
  }
}

/** The same with the whole installation, migrated, which is closed in any case. */
export async function runConsoleCommand(
  work: (installation: Installation, config: Config, signal: AbortSignal) => Promise<void>,
  interruptedText: string,
): Promise<void> {
  await runWithDatabase(async ({ config, host, log, signal }) => {
    const installation = await openInstallation(config, host, log);
    try {
      await work(installation, config, signal);
    } finally {
      await installation.close();
    }
  }, interruptedText);
}
