/** The server's first module: runs `start.ts`, from the bundle if it is up to date (decision 0151). */
import { runServerScript } from "#platform/server-scripts.ts";

await runServerScript(new URL("./start.ts", import.meta.url));
