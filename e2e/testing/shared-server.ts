/**
 * The only server of a run: Playwright starts it before the first test (playwright.config.ts, globalSetup), its workers
 * find it through the environment, and it ends with the run. A worker that is replaced after a failure finds it
 * unchanged.
 */
import { startBalancer } from "../../lab/balancer.ts";
import { type RunningServer, startNodeBeside, startServer } from "./running-server.ts";
import { startBucketIfWanted } from "./stored-files.ts";

const VARIABLE = "PARFOCAL_JOURNEY_SERVER";
/** 1: requests alternate between two servers that share a database and their files. Needs caddy. */
const TWO_NODES = "PARFOCAL_JOURNEYS_ON_TWO_NODES";
/** Only the administrator is on its first site: a test that does not use its own site fails. */
const SETTINGS = { PARFOCAL_DEMO: "0" };

export interface SharedServer {
  /** Without a trailing slash. */
  readonly url: string;
  readonly dataFolder: string;
}

/** @returns a function that ends it. */
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

/** Undefined in a process that is not a worker of a run, e.g. a benchmark. */
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
