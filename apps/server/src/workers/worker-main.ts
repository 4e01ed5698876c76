/** A process that answers requests and does nothing else. The leader starts it, replaces it, and takes it along. */
import { readConfig, widenThreadPool } from "../config.ts";

widenThreadPool();

const { runWorker } = await import("./run-worker.ts");
await runWorker(readConfig());
