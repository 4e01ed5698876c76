import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync, readlinkSync } from "node:fs";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { Agent, type IncomingMessage, request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { writePyramid } from "@parfocal/slides/pyramid/pyramid-writer.ts";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { RIGHT_MS } from "#tile/tile-rights.ts";
import { digestOf, sha256Of } from "../testing/send-file.ts";
import { createEmptyDatabase } from "../testing/test-database.ts";

const PASSWORD = "a password for workers";
const MAIN = join(import.meta.dirname, "../main.ts");
/** Of the module and of its bundle. */
const WORKER_MAIN = "worker-main.";
const SIDE_PX = 512;
/** A process takes a while to start on a busy machine. */
const BOTH_WITHIN_MS = 60_000;
const TIMEOUT_MS = 90_000;

interface Answer {
  readonly status: number;
  readonly body: Buffer;
}

/** A persistent connection: the worker that answers its first request answers all. */
class Connection {
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 1 });
  localPort = 0;

  send(method: string, path: string, { headers = {}, body }: { headers?: object; body?: Buffer } = {}) {
    return new Promise<Answer>((resolve, reject) => {
      const sent = request(origin + path, { method, agent: this.#agent, headers: { ...headers } });
      sent.on("response", ({ socket }) => (this.localPort = socket.localPort ?? 0));
      sent.on("error", reject);
      sent.on("response", async (response: IncomingMessage) => {
        const pieces = await response.toArray();
        resolve({ status: response.statusCode ?? 0, body: Buffer.concat(pieces) });
      });
      sent.end(body);
    });
  }

  async call<Body>(method: string, path: string, token: string | null, body?: object): Promise<Body> {
    const headers = { ...(body && { "content-type": "application/json" }), ...(token && { "x-site-token": token }) };
    const text = body && Buffer.from(JSON.stringify(body));
    const answer = await this.send(method, `/api${path}`, { headers, ...(text ? { body: text } : {}) });
    expect(answer.status, answer.body.toString()).toBeLessThan(300);
    return (answer.body.length > 0 ? JSON.parse(answer.body.toString()) : undefined) as Body;
  }

  /**
   * Process at the other end. The table is not read atomically: a row can be missing while others are added and
   * removed.
   */
  worker(): Promise<number> {
    return vi.waitFor(() => this.#holder());
  }

  /** Source: proc_net(5), `tcp`: addresses, state, …, inode. */
  #holder(): number {
    const here = this.localPort.toString(16).toUpperCase().padStart(4, "0");
    const lines = readFileSync("/proc/net/tcp", "utf8").split("\n").slice(1);
    const rows = lines.map((line) => line.trim().split(/\s+/)).filter((fields) => fields[2]?.endsWith(`:${here}`));
    // If there are several, connections of other servers and ended ones belong to no worker.
    const links = new Set<string | null>(rows.map((fields) => `socket:[${fields[9]}]`));
    const holder = workerPids().find((pid) => {
      const folder = `/proc/${pid}/fd`;
      return readdirSync(folder).some((name) => links.has(linkOf(join(folder, name))));
    });
    if (holder === undefined) throw new Error(`nobody holds the connection from port ${this.localPort}`);
    return holder;
  }

  close(): void {
    this.#agent.destroy();
  }
}

function linkOf(path: string): string | null {
  try {
    return readlinkSync(path);
  } catch {
    return null; // closed in between
  }
}

/** Of the leader's children. */
function workerPids(): number[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => {
      try {
        const isChild = readFileSync(`/proc/${pid}/status`, "utf8").includes(`\nPPid:\t${leader.pid}\n`);
        return isChild && readFileSync(`/proc/${pid}/cmdline`, "utf8").includes(WORKER_MAIN);
      } catch {
        return false; // ended in between
      }
    });
}

/** One connection to each worker. */
async function connectToBoth(): Promise<[Connection, Connection]> {
  const found = new Map<number, Connection>();
  const startedMs = performance.now();
  while (found.size < 2 && performance.now() - startedMs < BOTH_WITHIN_MS) {
    const connection = new Connection();
    await connection.call("GET", "/health", null);
    const pid = await connection.worker();
    if (found.has(pid)) connection.close();
    else found.set(pid, connection);
  }
  const [one, other] = found.values();
  if (!one || !other) throw new Error("one worker alone answers");
  connections.push(one, other);
  return [one, other];
}

async function signIn(connection: Connection): Promise<string> {
  const login = { login: "admin@demo.test", password: PASSWORD };
  return (await connection.call<{ token: string }>("POST", "/session", null, login)).token;
}

const connections: Connection[] = [];
let folder: string;
let slidePath: string;
let leader: ChildProcess;
let origin = "";
let imageId = "";
let words = "";

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "parfocal-workers-"));
  slidePath = join(folder, "slide.tif");
  const rgb = new Uint8Array(SIDE_PX * SIDE_PX * 3).fill(180);
  await writePyramid(
    slidePath,
    (async function* () {
      yield { rows: SIDE_PX, rgb };
    })(),
    { width: SIDE_PX, height: SIDE_PX },
  );
  const { host, port, user, database } = await createEmptyDatabase();
  const program = [MAIN, "--workers", "2", "--slide", slidePath];
  leader = spawn(process.execPath, program, {
    env: {
      ...process.env,
      PORT: "0",
      ALLOW_UNSAFE_DB: "1",
      DATABASE_URL: `postgresql://${user}@localhost:${port}/${database}?host=${encodeURIComponent(host)}`,
      PARFOCAL_DATA: join(folder, "data"),
      PARFOCAL_DEMO: "0",
      PARFOCAL_DEMO_PASSWORD: PASSWORD,
      PARFOCAL_METRICS_PORT: "0",
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  for (const stream of [leader.stdout, leader.stderr]) stream?.on("data", (piece: Buffer) => (words += piece));
  for (;;) {
    const shown = /^slide (http:\/\/[^/]+)\/.*i(\d+)\/$/m.exec(words);
    if (shown) [, origin = "", imageId = ""] = shown;
    if (shown) break;
    if (leader.exitCode !== null) throw new Error(words);
    await wait(20);
  }
}, TIMEOUT_MS);

afterAll(async () => {
  for (const connection of connections) connection.close();
  if (leader.exitCode === null && leader.signalCode === null) {
    leader.kill("SIGKILL");
    await once(leader, "exit");
  }
  await rm(folder, { recursive: true, force: true });
});

describe("two workers on one port", { timeout: TIMEOUT_MS }, () => {
  it("end a session's tiles in both when it signs out at one", async () => {
    const [one, other] = await connectToBoth();
    const token = await signIn(one);
    const image = await other.call<{ slideInformation: { tilesMapUrl: string } }>("GET", `/v2/image/${imageId}`, token);
    const tile = image.slideInformation.tilesMapUrl.replaceAll(/\{[xyz]\}/g, "0");
    const ask = async (connection: Connection) =>
      (await connection.send("GET", tile, { headers: { "x-site-token": token } })).status;
    expect(await ask(one)).toBe(200);
    const startedMs = performance.now();
    expect(await ask(other)).toBe(200);

    await one.call("DELETE", "/session", token);
    expect(await ask(one)).toBe(401);
    while ((await ask(other)) !== 401) await wait(5);
    // Before the other one's cache would have expired.
    expect(performance.now() - startedMs).toBeLessThan(RIGHT_MS);
  });

  it("accept the parts of one upload, which becomes a slide", async () => {
    const [one, other] = await connectToBoth();
    const token = await signIn(one);
    const slide = await readFile(slidePath);
    // A chunk has 4 MiB: bytes after the TIFF's own are unused.
    const bytes = Buffer.concat([slide, Buffer.alloc(5 * 2 ** 20)]);
    const announced = { filename: "both.tif", bytes: bytes.length };
    const upload = await one.call<{ id: number; chunkBytes: number; chunkCount: number }>(
      "POST",
      "/v2/upload",
      token,
      announced,
    );
    expect(upload.chunkCount).toBe(2);
    for (const [number, connection] of [one, other].entries()) {
      const chunk = bytes.subarray(number * upload.chunkBytes, (number + 1) * upload.chunkBytes);
      const headers = {
        "x-site-token": token,
        "content-type": "application/octet-stream",
        "content-digest": digestOf(chunk),
      };
      const path = `/api/v2/upload/${upload.id}/chunk/${number}`;
      expect((await connection.send("PUT", path, { headers, body: chunk })).status).toBeLessThan(300);
    }
    await other.call("POST", `/v2/upload/${upload.id}/finish`, token, { sha256: sha256Of(bytes) });
    for (;;) {
      const { state, progress } = await one.call<{ state: string; progress: number }>(
        "GET",
        `/v2/upload/${upload.id}`,
        token,
      );
      if (state === "done") break;
      expect(state, String(progress)).toBe("checking");
      await wait(20);
    }
  });

  it("measure themselves, and the leader collects their metrics under their names", async () => {
    const [metricsUrl] = /http:\/\/\S+\/metrics/.exec(words) ?? [];
    const response = await fetch(metricsUrl ?? "");
    const figures = await response.text();
    for (const name of ["leader", "worker-1", "worker-2"])
      expect(figures).toMatch(new RegExp(`^process_resident_memory_bytes\\{process="${name}"\\} \\d`, "m"));
    expect(figures).toMatch(
      /request_duration_seconds_count\{.*route="\/api\/health",status="200",process="worker-\d"\} \d/,
    );
    expect(figures).toMatch(/^parfocal_database_up\{process="leader"\} 1$/m);
  });

  it("are two again after one was killed; until then a request is answered or aborted, never left waiting", async () => {
    const before = workerPids();
    expect(before).toHaveLength(2);
    process.kill(before[0] as number, "SIGKILL");
    for (;;) {
      const fresh = new Connection();
      // Connections waiting at the killed one are reset.
      const outcome = await fresh.send("GET", "/api/health").catch((error: NodeJS.ErrnoException) => error.code);
      expect(typeof outcome === "object" ? outcome.status : outcome).toSatisfy(
        (it) => it === 200 || it === "ECONNRESET",
      );
      fresh.close();
      const now = workerPids();
      if (now.length === 2 && !now.includes(before[0] as number)) break;
      await wait(20);
    }
    const [one, other] = await connectToBoth();
    expect([await one.worker(), await other.worker()]).toContain(before[1]);
    expect(words).toContain("a worker exited; starting another");
  });

  it("end with their leader, in order", async () => {
    const pids = workerPids();
    leader.kill("SIGTERM");
    const [code] = await once(leader, "exit");
    expect(code).toBe(0);
    expect(pids.filter((pid) => readdirSync("/proc").includes(String(pid)))).toEqual([]);
  });
});
