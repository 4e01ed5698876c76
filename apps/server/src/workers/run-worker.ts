/** Runs a worker: a platform on the leader's database, and its own listening socket on the common port. */
import { once } from "node:events";
import type { ListenOptions } from "node:net";
import type { FastifyListenOptions } from "fastify";
import { allowTilePicturesOnly } from "#platform/files/picture-loaders.ts";
import { createLog } from "#platform/log.ts";
import { openProcessMetrics, type ProcessMetrics } from "#platform/metrics/process-metrics.ts";
import type { Config } from "../config.ts";
import { openPlatform } from "../installation.ts";
import { handleAnnouncements, openApp } from "../open-app.ts";
import { startProcessLife } from "../process-life.ts";
import type { WorkerFigures, WorkerStart } from "./worker-pool.ts";

export async function runWorker(config: Config): Promise<void> {
  const log = createLog(config.logLevel);
  allowTilePicturesOnly();
  const life = startProcessLife(log, () => {});
  process.once("disconnect", () => void life.stop(0));
  try {
    const [{ connection, nonceKey, port, number }] = (await once(process, "message")) as [WorkerStart];
    const host = { connection, isAlone: false, nonceKey: Buffer.from(nonceKey, "base64") };
    const { platform, close } = await openPlatform(config, host, log);
    life.onStop(close);
    const listener = await handleAnnouncements(platform, connection);
    life.onStop(() => listener.stop());
    const metrics = config.metrics && openProcessMetrics(`worker-${number}`, platform);
    const app = await openApp(platform, config, metrics);
    life.onStop(() => app.close());
    // Fastify passes this option on, but its types lack it.
    const place: FastifyListenOptions & ListenOptions = { host: config.host, port, reusePort: true };
    await app.listen(place);
    if (metrics) answerWithFigures(metrics);
    process.send?.("ready");
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    await life.stop(1);
  }
}

/** After this, each message of the leader is a request for the metrics. */
function answerWithFigures({ registry }: ProcessMetrics): void {
  process.on("message", async () => {
    const figures: WorkerFigures = { figures: await registry.getMetricsAsJSON() };
    if (process.connected) process.send?.(figures);
  });
}
