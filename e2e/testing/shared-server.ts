/**
 * The one server of a run: Playwright starts it before the first journey (playwright.config.ts, globalSetup), its workers
 * learn of it by the environment, and it ends with the run. A worker that is replaced after a failure finds it as it was.
 */
import { startServer } from "./running-server.ts";

const VARIABLE = "PARFOCAL_JOURNEY_SERVER";

export interface SharedServer {
  /** Without a slash at its end. */
  readonly url: string;
  readonly dataFolder: string;
}

/** @returns what ends it. */
// biome-ignore lint/style/noDefaultExport: Playwright calls the default export of a global set-up.
export default async function startSharedServer(): Promise<() => Promise<void>> {
  // Nobody but the administrator is on its first site: a journey that does not use its own site fails.
  const server = await startServer({ PARFOCAL_DEMO: "0" });
  const shared: SharedServer = { url: server.url, dataFolder: server.dataFolder };
  process.env[VARIABLE] = JSON.stringify(shared);
  return () => server.stop();
}

/** undefined in a process that is no worker of a run, e.g. a bench. */
export function findSharedServer(): SharedServer | undefined {
  const text = process.env[VARIABLE];
  return text === undefined ? undefined : (JSON.parse(text) as SharedServer);
}

/** @throws Error outside of a run. */
export function sharedServer(): SharedServer {
  const found = findSharedServer();
  if (!found) throw new Error("There is no server: journeys are run by Playwright, which starts one for all of them.");
  return found;
}
