/**
 * A process that only answers requests. The leader starts it, replaces it, and stops it when the leader itself stops.
 */
import { readConfig, widenThreadPool } from "../config.ts";

widenThreadPool();

const { runWorker } = await import("./run-worker.ts");
await runWorker(readConfig());
