/** A proxy in front of several servers, as `deploy/` sets it up, but without TLS. */
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findFreePort } from "../scripts/find-free-port.ts";
import { pause } from "./server-under-test.ts";

const DEPLOY = join(import.meta.dirname, "../deploy");
const OPEN_TIMEOUT_MS = 30_000;

export const PROXIES = ["caddy", "nginx"] as const;
export type ProxyName = (typeof PROXIES)[number];

export interface Balancer {
  /** Without a trailing slash. */
  readonly origin: string;
  /** Resolves when it forwards requests. */
  untilOpen(): Promise<void>;
  stop(): Promise<void>;
}

/** Addresses with ports, such as `127.0.0.1:8600`. */
interface Line {
  readonly own: string;
  readonly servers: readonly string[];
}

/** Writes its configuration to the folder. @returns its command line. */
type Writer = (folder: string, line: Line) => readonly string[];

const writeCaddy: Writer = (folder, { own, servers }) => {
  const site = readFileSync(join(DEPLOY, "caddy/several-nodes.Caddyfile"), "utf8")
    .replace("slides.example.edu {", `http://${own} {`)
    // Each learner of the experiment has its own address, sent in a header.
    .replace("lb_policy", "trusted_proxies 127.0.0.1/32\n\t\tlb_policy")
    .replace("10.0.0.11:8600 10.0.0.12:8600", servers.join(" "));
  const path = join(folder, "Caddyfile");
  writeFileSync(path, `{\n\tadmin off\n}\n${site}`);
  return ["run", "--config", path, "--adapter", "caddyfile"];
};

const writeNginx: Writer = (folder, { own, servers }) => {
  const text = readFileSync(join(DEPLOY, "nginx/parfocal.conf"), "utf8");
  const [site = ""] = text
    .replace(
      "  server 127.0.0.1:8600;",
      servers.map((one) => `  server ${one} max_fails=1 fail_timeout=2s;`).join("\n"),
    )
    .replace("listen 443 ssl http2;", `listen ${own};`)
    .replace(/^ {2}(listen \[|ssl_).*\n/gm, "")
    // Without the server that redirects visitors to https.
    .split(/^server \{\n {2}listen 80;/m);
  const places = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
    .map((name) => `${name}_temp_path ${join(folder, name)};`)
    .join("\n");
  const path = join(folder, "nginx.conf");
  writeFileSync(
    path,
    `daemon off;\npid ${join(folder, "nginx.pid")};\nerror_log stderr error;\nevents {}\nhttp {\naccess_log off;\n${places}\n${site}}\n`,
  );
  return ["-e", "stderr", "-c", path];
};

const WRITERS: Readonly<Record<ProxyName, Writer>> = { caddy: writeCaddy, nginx: writeNginx };

/**
 * Ends the process with a SKIP line if there is no such proxy.
 *
 * @param check name of the experiment. @param servers their addresses with ports.
 */
export async function startBalancer(
  check: string,
  servers: readonly string[],
  proxy: ProxyName = "caddy",
): Promise<Balancer> {
  if (spawnSync(proxy, [proxy === "caddy" ? "version" : "-v"]).status !== 0) {
    process.stdout.write(`SKIP ${check}: there is no ${proxy} (Debian: apt install ${proxy})\n`);
    process.exit();
  }
  const folder = mkdtempSync(join(tmpdir(), `parfocal-${proxy}-`));
  const own = `127.0.0.1:${await findFreePort()}`;
  const words = WRITERS[proxy](folder, { own, servers });
  const child: ChildProcess = spawn(proxy, words, {
    env: { ...process.env, HOME: folder },
    stdio: ["ignore", "ignore", "pipe"],
  });
  let said = "";
  child.stderr?.on("data", (piece: Buffer) => (said = (said + piece.toString()).slice(-5_000)));
  // nginx stops its workers itself only on SIGTERM.
  process.once("exit", () => child.kill(proxy === "nginx" ? "SIGTERM" : "SIGKILL"));
  const origin = `http://${own}`;
  return {
    origin,
    async untilOpen() {
      const deadline = performance.now() + OPEN_TIMEOUT_MS;
      while ((await fetch(`${origin}/api/health`).catch(() => null))?.status !== 200) {
        if (child.exitCode !== null || performance.now() > deadline)
          throw new Error(`${proxy} does not reach a server:\n${said}`);
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
