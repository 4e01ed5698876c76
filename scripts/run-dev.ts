/**
 * The product in development: the server restarts and the pages reload when a file changes.
 *
 * Usage: node scripts/run-dev.ts [arguments of the server]
 */
import { createServer as createProbe } from "node:net";
import { join } from "node:path";
import { createServer } from "vite";
import { runChild } from "./run-child.mjs";

const ROOT = join(import.meta.dirname, "..");
const DEFAULT_SERVER_PORT = 8600;
const WEB_PORT = 5173;
const PROXIED = ["/api", "/tiles"];

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createProbe();
    probe.on("error", () => resolve(false));
    probe.listen(port, "127.0.0.1", () => probe.close(() => resolve(true)));
  });
}

async function firstFreePort(from: number): Promise<number> {
  return (await isFree(from)) ? from : firstFreePort(from + 1);
}

const serverPort = await firstFreePort(Number(process.env.PORT || DEFAULT_SERVER_PORT));
const serverAddress = `http://127.0.0.1:${serverPort}`;
const pages = await createServer({
  root: join(ROOT, "apps/web"),
  server: {
    host: "127.0.0.1",
    port: WEB_PORT,
    proxy: Object.fromEntries(PROXIED.map((path) => [path, { target: serverAddress }])),
  },
});
await pages.listen();
console.log(`pages with reload: ${pages.resolvedUrls?.local[0]}    server: ${serverAddress}/`);
const words = ["--watch", "--watch-preserve-output", "apps/server/src/start.ts", ...process.argv.slice(2)];
const env = { ...process.env, PORT: String(serverPort) };
process.exitCode = await runChild(process.execPath, words, { cwd: ROOT, env });
await pages.close();
