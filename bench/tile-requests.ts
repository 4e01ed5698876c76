/**
 * Cost of a tile: this server (session and access checked) compared with alternatives, all in one run, alternating; 32
 * connections, random tiles of a slide of 40,960 x 40,960 px, warm page cache, one core for the server.
 *
 * Goals (stack.md, section 10): at most 80 µs of the server's CPU per tile where a bare Node server takes 32 to 40; at
 * least 5 times less than iipsrv, 25 times less than peers that decode; p99 under 6 ms with 32 connections.
 *
 * Usage: node bench/tile-requests.ts [ROUNDS] [SECONDS]     default: 3 rounds of 5 s
 * Peers: apt-get install --no-install-recommends nginx-light iipimage-server python3-openslide
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { writeBenchSlide, writeCutPyramid } from "./tile-servers/bench-slide.ts";
import { isInstalled, PEERS } from "./tile-servers/peers.ts";
import { loadTiles, median, type TileCost } from "./tile-servers/tile-load.ts";

const [rounds = 3, seconds = 5] = process.argv.slice(2).map(Number);
const PARFOCAL = "Parfocal";
const OURS = "Parfocal, session and rights";
/** 400 tiles: what a class looks at, in memory after a moment (apps/server/src/imaging/tile/recent-tiles.ts). */
const CLASS_TILES_A_SIDE = 20;
const CLASS = ", 400 tiles";
const WARM_UP_SECONDS = 1;

const folder = mkdtempSync(join(tmpdir(), "parfocal-bench-"));
const costs = new Map<string, TileCost[]>();
const note = (name: string, cost: TileCost) => costs.set(name, [...(costs.get(name) ?? []), cost]);
try {
  const files = { folder, slide: join(folder, "bench.tif"), cut: join(folder, "cut") };
  await writeBenchSlide(files.slide);
  await writeCutPyramid(files.cut);
  for (let round = 0; round < rounds; round++) {
    for (const peer of PEERS) {
      if (!(await isInstalled(peer))) {
        if (round === 0) console.log(`skipped: ${peer.name}; apt-get install ${peer.needs?.debianPackage}`);
        continue;
      }
      const server = await peer.start(files);
      try {
        await loadTiles(server, WARM_UP_SECONDS);
        const cost = await loadTiles(server, seconds);
        note(peer.name, cost);
        if (!peer.name.startsWith(PARFOCAL)) continue;
        await loadTiles(server, WARM_UP_SECONDS, CLASS_TILES_A_SIDE);
        note(peer.name + CLASS, await loadTiles(server, seconds, CLASS_TILES_A_SIDE));
      } finally {
        await server.stop();
        if (peer.name.startsWith(PARFOCAL)) rmSync(join(folder, "data"), { recursive: true, force: true });
      }
    }
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}

const medianOf = (name: string, key: keyof TileCost) => median((costs.get(name) ?? []).map((cost) => cost[key]));
const ours = medianOf(OURS, "cpuUsPerTile");
console.log("| who serves the tile | CPU µs a tile | of ours | tiles/s | p50 ms | p99 ms |\n|---|---|---|---|---|---|");
for (const name of costs.keys()) {
  const [cpu, rate, p50, p99] = (["cpuUsPerTile", "perSecond", "p50Ms", "p99Ms"] as const).map((key) =>
    medianOf(name, key),
  ) as [number, number, number, number];
  const digits = (value: number) => value.toFixed(value < 10 ? 1 : 0);
  console.log(
    `| ${name} | ${digits(cpu)} | ${(cpu / ours).toFixed(2)} | ${rate.toFixed(0)} | ${digits(p50)} | ${digits(p99)} |`,
  );
}
