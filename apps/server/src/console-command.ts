/** A command at the console that works on the installation, beside the running server or without one. */
import { createLog } from "#platform/log.ts";
import { type Config, readConfig } from "./config.ts";
import { type Installation, joinDatabaseHost, openInstallation } from "./installation.ts";

export const EXIT = { failed: 1, unusable: 2, interrupted: 130 } as const;

/**
 * Opens the installation, lets `work` do its part and closes it, whatever happens. The first Ctrl-C aborts the signal, the
 * second ends the process. What `work` throws is printed, and is the exit status.
 *
 * @param interruptedText said in place of an error after Ctrl-C.
 */
export async function runConsoleCommand(
  work: (installation: Installation, config: Config, signal: AbortSignal) => Promise<void>,
  interruptedText: string,
): Promise<void> {
  const stop = new AbortController();
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
    process.on(signal, () => {
      if (stop.signal.aborted) process.exit(EXIT.interrupted);
      stop.abort(new Error("stopped"));
    });
  }
  const config = readConfig(process.env, []);
  const log = createLog(config.logLevel);
  const host = await joinDatabaseHost(config, log);
  try {
    const installation = await openInstallation(config, host, log);
    try {
      await work(installation, config, stop.signal);
    } finally {
      await installation.close();
    }
  } catch (error) {
    const text = error instanceof Error ? error.message : String(error);
    process.stderr.write(`${stop.signal.aborted ? `\n${interruptedText}` : text}\n`);
    process.exitCode = stop.signal.aborted ? EXIT.interrupted : EXIT.failed;
  } finally {
    await host.stop();
  }
}
