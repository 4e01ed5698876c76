/** The server's first module: runs `start.ts`, from the bundle if it is up to date (decision 0151). */
import { pathToFileURL } from "node:url";
import { pathOfServerScript } from "#platform/server-scripts.ts";

await import(pathToFileURL(pathOfServerScript(new URL("./start.ts", import.meta.url))).href);
