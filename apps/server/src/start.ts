/**
 * Starts the server: configuration, database, first start, jobs, then listening. Ctrl-C shuts everything down in order.
 */
import { readConfig, widenThreadPool } from "./config.ts";

widenThreadPool();

const { runServer } = await import("./run-server.ts");
await runServer(readConfig());
