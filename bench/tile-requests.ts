/**
 * Tiles a second from one server process, with session and rights check: 32 connections, random tiles of a slide of
 * 40,960 x 40,960 px, against the least that Node can do (a bare http server that reads the same byte ranges).
 *
 * Goals (stack.md, section 10): at most 80 µs of the server's CPU a tile; p99 under 6 ms at 32 connections.
 *
 * Usage: node bench/tile-requests.ts
 */
import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import autocannon from "autocannon";
import sharp from "sharp";
import { writeTiffTileFile } from "../packages/slides/src/pyramid/tiff-tile-file.ts";

const SIDE_PX = 40_960;
const TILE_PX = 256;
const CONNECTIONS = 32;
const SECONDS = 6;
const ROUNDS = 3;
const PASSWORD = "bench-password";
/** Of /proc/PID/stat. */
const CLOCK_TICKS_PER_SECOND = 100;
const USER_TIME_FIELD = 13;

interface Result {
  readonly perSecond: number;
  readonly p99Ms: number;
  readonly cpuUsPerTile: number;
}

/** A slide whose tiles are 12 kB of histology-like noise; levels 1, 8 and 64, so that none is missing. */
async function makeSlide(path: string): Promise<void> {
  const jpegs = await Promise.all(
    Array.from({ length: 16 }, (_, seed) => {
      const rgb = Buffer.alloc(TILE_PX * TILE_PX * 3);
      let state = seed + 1;
      for (let index = 0; index < rgb.length; index++) {
        state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
        rgb[index] = 170 + (state >>> 25) / 2;
      }
      return sharp(rgb, { raw: { width: TILE_PX, height: TILE_PX, channels: 3 } })
        .blur(0.8)
        .jpeg({ quality: 80 })
        .toBuffer();
    }),
  );
  const levels = [1, 8, 64].map((downsample) => ({
    width: SIDE_PX / downsample,
    height: SIDE_PX / downsample,
    downsample,
  }));
  const options = { levels, tileSizePx: TILE_PX, pixelSizeUm: { x: 0.25, y: 0.25 }, description: "bench" };
  await writeTiffTileFile(path, options, async (file) => {
    for (const [index, { width }] of levels.entries()) {
      const count = Math.ceil(width / TILE_PX) ** 2;
      for (let tile = 0; tile < count; tile++) await file.appendTile(index, jpegs[tile % jpegs.length] as Buffer);
    }
  });
}

function cpuSeconds(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8")
    .replace(/\(.*\)/, "x")
    .split(" ");
  return (Number(fields[USER_TIME_FIELD]) + Number(fields[USER_TIME_FIELD + 1])) / CLOCK_TICKS_PER_SECOND;
}

async function measure(pid: number, url: string, headers: Record<string, string>, template: string): Promise<Result> {
  const tiles = SIDE_PX / TILE_PX;
  const random = () => Math.floor(Math.random() * tiles);
  const before = cpuSeconds(pid);
  const result = await autocannon({
    url,
    connections: CONNECTIONS,
    duration: SECONDS,
    headers,
    requests: [
      {
        setupRequest: (request) => ({
          ...request,
          path: template.replace("{z}", "0").replace("{x}", String(random())).replace("{y}", String(random())),
        }),
      },
    ],
  });
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${result.non2xx} answers were no tiles, ${result.errors} errors`);
  return {
    perSecond: result.requests.average,
    p99Ms: result.latency.p99,
    cpuUsPerTile: ((cpuSeconds(pid) - before) * 1e6) / result.requests.total,
  };
}

async function lineOf(child: ChildProcess, pattern: RegExp): Promise<RegExpExecArray> {
  for await (const line of createInterface({ input: child.stdout as NodeJS.ReadableStream })) {
    const match = pattern.exec(line);
    if (match) return match;
  }
  throw new Error(`the server ended before it said ${pattern}`);
}

const BARE_SERVER = `
  const [path] = process.argv.slice(1);
  const { openSlideFile } = await import(${JSON.stringify(new URL("../packages/slides/src/open-slide-file.ts", import.meta.url).href)});
  const source = await openSlideFile(path);
  const server = (await import("node:http")).createServer(async (request, response) => {
    const [, , , , z, x, y] = request.url.split("/");
    const { bytes } = await source.readTile(+z, +x, +y);
    response.writeHead(200, { "content-type": "image/jpeg", "content-length": bytes.length });
    response.end(bytes);
  });
  server.listen(0, "127.0.0.1", () => console.log("ready http://127.0.0.1:" + server.address().port + "/"));
`;

const median = (values: readonly number[]) =>
  values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] as number;
const medianOf = (results: readonly Result[], key: keyof Result) => median(results.map((result) => result[key]));

const folder = mkdtempSync(join(tmpdir(), "parfocal-bench-"));
const children: ChildProcess[] = [];
try {
  const slide = join(folder, "bench.tif");
  await makeSlide(slide);
  const server = spawn(process.execPath, ["apps/server/src/main.ts", "--slide", slide], {
    env: {
      ...process.env,
      PORT: "0",
      PARFOCAL_DATA: join(folder, "data"),
      PARFOCAL_DEMO: "0",
      PARFOCAL_DEMO_PASSWORD: PASSWORD,
    },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const bare = spawn(process.execPath, ["--input-type=module", "-e", BARE_SERVER, slide], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  children.push(server, bare);
  const bareUrl = (await lineOf(bare, /^ready (\S+)/))[1] as string;
  const shown = await lineOf(server, /^slide (http:\/\/[^/]+)\/.*i(\d+)\/$/);
  const [url, imageId] = [`${shown[1]}/`, shown[2]];

  const session = (await (
    await fetch(`${url}api/session`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ login: "admin@demo.test", password: PASSWORD }),
    })
  ).json()) as { token: string };
  const headers = { "x-site-token": session.token };
  const image = (await (await fetch(`${url}api/v2/image/${imageId}`, { headers })).json()) as {
    slideInformation: { tilesMapUrl: string };
  };
  const template = image.slideInformation.tilesMapUrl;

  const ours: Result[] = [];
  const least: Result[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    least.push(await measure(bare.pid as number, bareUrl, {}, template));
    ours.push(await measure(server.pid as number, url, headers, template));
  }
  const line = (name: string, results: readonly Result[]) =>
    console.log(
      `${name.padEnd(28)} ${medianOf(results, "perSecond").toFixed(0).padStart(7)} tiles/s  p99 ${medianOf(results, "p99Ms").toFixed(1)} ms  ${medianOf(results, "cpuUsPerTile").toFixed(0)} µs CPU/tile`,
    );
  line("bare Node http", least);
  line("server, session and rights", ours);
  console.log(`ratio of CPU: ${(medianOf(ours, "cpuUsPerTile") / medianOf(least, "cpuUsPerTile")).toFixed(2)}`);
} finally {
  for (const child of children) child.kill("SIGINT");
  await Promise.all(
    children.map(
      (child) => new Promise((resolve) => (child.exitCode === null ? child.once("exit", resolve) : resolve(null))),
    ),
  );
  rmSync(folder, { recursive: true, force: true });
}
