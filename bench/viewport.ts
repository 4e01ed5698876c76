/**
 * A viewport of 40 tiles in Chromium, from the first request to the last tile decoded: this server with session and
 * access checks compared with nginx serving the same tiles as files, locally and with 60 ms of latency (added by
 * Chromium; HTTP/1.1, six connections, as without a proxy in front).
 *
 * Usage: node bench/viewport.ts [ROUNDS]     default: 7
 * Peer: apt-get install --no-install-recommends nginx-light
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Browser, chromium } from "@playwright/test";
import { findOrInstallChromium } from "../scripts/find-chromium.ts";
import { writeBenchSlide, writeCutPyramid } from "./tile-servers/bench-slide.ts";
import { isInstalled, PEERS } from "./tile-servers/peers.ts";
import { median, type TileServer } from "./tile-servers/tile-load.ts";

const ROUNDS = Number(process.argv[2] ?? 7);
const COLUMNS = 8;
const ROWS = 5;
const LATENCIES_MS = [0, 60];
const COMPARED = ["nginx, cut pyramid (the limit)", "Parfocal, session and rights"];

/** Milliseconds until all tiles of a position that was not viewed before are decoded. */
async function timeViewport(browser: Browser, server: TileServer, latencyMs: number, round: number): Promise<number> {
  const context = await browser.newContext({ extraHTTPHeaders: { ...server.headers } });
  const page = await context.newPage();
  // Any page of that origin: a tile opened as a page cannot fetch anything.
  await page.goto(`${server.origin}/`);
  const session = await context.newCDPSession(page);
  await session.send("Network.enable");
  await session.send("Network.emulateNetworkConditions", {
    offline: false,
    latency: latencyMs,
    downloadThroughput: -1,
    uploadThroughput: -1,
  });
  const paths = Array.from({ length: COLUMNS * ROWS }, (_unused, index) =>
    server.pathOf(round * COLUMNS + (index % COLUMNS), 10 + Math.floor(index / COLUMNS)),
  );
  const ms = await page.evaluate(async (tiles) => {
    const start = performance.now();
    await Promise.all(
      tiles.map(async (path) => {
        const answer = await fetch(path);
        if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
        (await createImageBitmap(await answer.blob())).close();
      }),
    );
    return performance.now() - start;
  }, paths);
  await context.close();
  return ms;
}

const folder = mkdtempSync(join(tmpdir(), "parfocal-bench-"));
const browser = await chromium.launch({
  executablePath: findOrInstallChromium("full"),
  args: ["--no-sandbox", "--disable-gpu"],
});
const servers = new Map<string, TileServer>();
try {
  const files = { folder, slide: join(folder, "bench.tif"), cut: join(folder, "cut") };
  await writeBenchSlide(files.slide);
  await writeCutPyramid(files.cut);
  for (const peer of PEERS.filter(({ name }) => COMPARED.includes(name))) {
    if (await isInstalled(peer)) servers.set(peer.name, await peer.start(files));
    else console.log(`skipped: ${peer.name}; apt-get install ${peer.needs?.debianPackage}`);
  }
  const times = new Map<string, number[]>();
  for (let round = 1; round <= ROUNDS; round++) {
    for (const latencyMs of LATENCIES_MS) {
      for (const [name, server] of servers) {
        const row = `${name}, ${latencyMs} ms of latency`;
        times.set(row, [...(times.get(row) ?? []), await timeViewport(browser, server, latencyMs, round)]);
      }
    }
  }
  for (const [row, values] of times)
    console.log(`${row.padEnd(52)} ${median(values).toFixed(0)} ms for ${COLUMNS * ROWS} tiles`);
} finally {
  await browser.close();
  for (const server of servers.values()) await server.stop();
  rmSync(folder, { recursive: true, force: true });
}
