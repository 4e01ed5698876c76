/** Caddy in front of several servers, as `deploy/caddy/several-nodes.Caddyfile` sets it up, but without TLS. */
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findFreePort } from "../scripts/find-free-port.ts";
import { pause } from "./server-under-test.ts";

const TEMPLATE = join(import.meta.dirname, "../deploy/caddy/several-nodes.Caddyfile");
const OPEN_TIMEOUT_MS = 30_000;

export interface Balancer {
  /** Without a trailing slash. */
  readonly origin: string;
  /** Resolves when it passes requests on. */
  untilOpen(): Promise<void>;
  stop(): Promise<void>;
}

/** Ends the process with a SKIP line if there is no Caddy. @param check name of the experiment. */
export async function startBalancer(check: string, ports: readonly number[]): Promise<Balancer> {
  if (spawnSync("caddy", ["version"]).status !== 0) {
    process.stdout.write(`SKIP ${check}: there is no caddy (Debian: apt install caddy)\n`);
    process.exit();
  }
  const folder = mkdtempSync(join(tmpdir(), "parfocal-caddy-"));
  const port = await findFreePort();
  const site = readFileSync(TEMPLATE, "utf8")
    .replace("slides.example.edu {", `http://127.0.0.1:${port} {`)
    // The experiment's learners have an address each, which they name themselves.
    .replace("lb_policy", "trusted_proxies 127.0.0.1/32\n\t\tlb_policy")
    .replace("10.0.0.11:8600 10.0.0.12:8600", ports.map((one) => `127.0.0.1:${one}`).join(" "));
  const path = join(folder, "Caddyfile");
  writeFileSync(path, `{\n\tadmin off\n}\n${site}`);
  const child: ChildProcess = spawn("caddy", ["run", "--config", path, "--adapter", "caddyfile"], {
    env: { ...process.env, HOME: folder },
    stdio: ["ignore", "ignore", "pipe"],
  });
  let words = "";
  child.stderr?.on("data", (piece: Buffer) => (words = (words + piece.toString()).slice(-5_000)));
  process.once("exit", () => child.kill("SIGKILL"));
  const origin = `http://127.0.0.1:${port}`;
  return {
    origin,
    async untilOpen() {
      const deadline = performance.now() + OPEN_TIMEOUT_MS;
      while ((await fetch(`${origin}/api/health`).catch(() => null))?.status !== 200) {
        if (child.exitCode !== null || performance.now() > deadline)
          throw new Error(`caddy does not reach a server:\n${words}`);
        await pause(50);
      }
    },
    async stop() {
      const gone = new Promise((resolve) => child.once("exit", resolve));
      child.kill("SIGTERM");
      await gone;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
