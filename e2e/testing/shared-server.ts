/**
 * The one server of a run: Playwright starts it before the first journey (playwright.config.ts, globalSetup), its workers
 * learn of it by the environment, and it ends with the run. A worker that is replaced after a failure finds it as it was.
 */
import { startBalancer } from "../../lab/balancer.ts";
import { type RunningServer, startNodeBeside, startServer } from "./running-server.ts";
import { startBucketIfWanted } from "./stored-files.ts";

const VARIABLE = "PARFOCAL_JOURNEY_SERVER";
/** 1: each request goes to one of two servers, by turns, that share a database and their files. Needs caddy. */
const TWO_NODES = "PARFOCAL_JOURNEYS_ON_TWO_NODES";
/** Nobody but the administrator is on its first site: a journey that does not use its own site fails. */
const SETTINGS = { PARFOCAL_DEMO: "0" };

export interface SharedServer {
  /** Without a slash at its end. */
  readonly url: string;
  readonly dataFolder: string;
}

/** @returns what ends it. */
// biome-ignore lint/style/noDefaultExport: Playwright calls the default export of a global set-up.
export default async function startSharedServer(): Promise<() => Promise<void>> {
  const stopBucket = await startBucketIfWanted();
  const { url, dataFolder, stop } =
    process.env[TWO_NODES] === "1" ? await startTwoNodes() : await startServer(SETTINGS);
  const shared: SharedServer = { url, dataFolder };
  process.env[VARIABLE] = JSON.stringify(shared);
  return async () => {
    await stop();
    stopBucket();
  };
}

async function startTwoNodes(): Promise<Pick<RunningServer, "url" | "dataFolder" | "stop">> {
  const settings = { ...SETTINGS, PARFOCAL_TRUST_PROXY: "127.0.0.1" };
  const first = await startServer(settings);
  const second = await startNodeBeside(first, settings);
  const balancer = await startBalancer(
    "journeys on two nodes",
    [first, second].map(({ url }) => new URL(url).host),
  );
  await balancer.untilOpen();
  return {
    url: balancer.origin,
    dataFolder: first.dataFolder,
    async stop() {
      await balancer.stop();
      await second.stop();
      await first.stop();
    },
  };
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
