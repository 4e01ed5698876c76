/** Starts the server: configuration, database, first start, jobs, then the door. Ctrl-C closes all in order. */
import { readConfig, widenThreadPool } from "./config.ts";

widenThreadPool();

const { runServer } = await import("./run-server.ts");
await runServer(readConfig());
