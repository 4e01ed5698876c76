/**
 * A process that answers requests and does nothing else. The leader starts it, replaces it, and stops it at its own
 * end.
 */
import { readConfig, widenThreadPool } from "../config.ts";

widenThreadPool();

const { runWorker } = await import("./run-worker.ts");
await runWorker(readConfig());
