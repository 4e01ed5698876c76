/**
 * A lecture: 500 learners of a site with 20,000 people open the same slide within ten seconds and pan for five minutes
 * at a human pace. 50 of them also draw, and five teachers upload images that have to be converted. The load generator
 * shares the machine with the server. Prints the times of tiles and calls, the event loop, processor time and memory.
 *
 * Usage: node bench/lecture-hall.ts [--learners 500] [--drawing 50] [--teachers 5] [--people 20000] [--seconds 300]
 *        [--workers 2]
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { endWithin, numberFromCommandLine, percentile, printFaults, printResult } from "../lab/figures.ts";
import { countLostDrawings, type Recorder } from "../lab/learner-at-work.ts";
import { addLearners } from "../lab/learners.ts";
import { pause, prepareServer, type ServerUnderTest, signIn } from "../lab/server-under-test.ts";
import { metricsOrigin, processesOf, readServerFigures, type ServerFigures } from "../lab/soak/server-figures.ts";
import { uploadUntilOver } from "../lab/soak/soak-teacher.ts";
import type { Sample } from "../lab/soak/trends.ts";
import { HallLearner } from "./lecture-hall/hall-learner.ts";
import { spentApart } from "./processor-time.ts";
import { writeBenchSlide } from "./tile-servers/bench-slide.ts";

const OPENED_WITHIN_MS = 10_000;
const LOOK_EVERY_MS = 2_000;
const SPARE_MS = 300_000;

const learners = numberFromCommandLine("learners", 500);
const drawing = numberFromCommandLine("drawing", 50);
const teachers = numberFromCommandLine("teachers", 5);
const people = numberFromCommandLine("people", 20_000);
const seconds = numberFromCommandLine("seconds", 300);
const workers = numberFromCommandLine("workers", 2);
endWithin(OPENED_WITHIN_MS + seconds * 1_000 + SPARE_MS);

async function watch(server: ServerUnderTest, isOver: () => boolean): Promise<ServerFigures[]> {
  const metrics = metricsOrigin(server);
  const looks: ServerFigures[] = [];
  while (!isOver()) {
    looks.push(await readServerFigures(server, metrics));
    await pause(LOOK_EVERY_MS);
  }
  return looks;
}

const inMs = (samples: readonly Sample[], share: number): string =>
  `${percentile(
    samples.map(({ value }) => value),
    share,
  ).toFixed(0)}ms`;

/** All have opened the slide in twice the time, or the server is far too slow. */
const isWhileOpening = ({ atMs }: Sample): boolean => atMs < 2 * OPENED_WITHIN_MS;

async function lecture(server: ServerUnderTest, token: string): Promise<void> {
  const { slidePath } = server;
  const imageId = Number(/i(\d+)\/$/.exec(slidePath)?.[1]);
  const persons = (await addLearners(server, people)).slice(0, learners);
  const recorder: Recorder = { durations: [], faults: [], startedMs: performance.now() };
  const [pages, tiles, openings]: [Sample[], Sample[], Sample[]] = [[], [], []];
  const hall = persons.map(
    (learner, index) =>
      new HallLearner(server, {
        learner,
        imageId,
        slidePath,
        recorder,
        pages,
        tiles,
        openings,
        draws: index < drawing,
      }),
  );
  const endMs = performance.now() + OPENED_WITHIN_MS + seconds * 1_000;
  const isOver = () => performance.now() >= endMs;
  const processes = await processesOf(server);
  const before = spentApart(server, processes);
  const generatorBefore = process.cpuUsage();
  const beganMs = performance.now();
  const [looks, slides] = await Promise.all([
    watch(server, isOver),
    Promise.all(
      Array.from({ length: teachers }, () => uploadUntilOver(server, { token, isOver, faults: recorder.faults })),
    ),
    ...hall.map((learner) => learner.listen(Math.random() * OPENED_WITHIN_MS, isOver)),
  ]);
  const tookMs = performance.now() - beganMs;
  const after = spentApart(server, processes);
  const generator = process.cpuUsage(generatorBefore);
  const { faults, durations } = recorder;
  printFaults(faults);
  const { lost, drawn } = await countLostDrawings(server, hall, imageId);
  const afterwards = tiles.filter((tile) => !isWhileOpening(tile));
  const coresOf = (ms: number) => (ms / tookMs).toFixed(2);
  printResult("lecture hall", faults.length === 0 && lost === 0, {
    learners,
    seconds: (tookMs / 1_000).toFixed(0),
    page_p50: inMs(pages, 0.5),
    page_p95: inMs(pages, 0.95),
    opened_p50: inMs(openings, 0.5),
    opened_p95: inMs(openings, 0.95),
    tiles: tiles.length,
    tiles_a_second: ((tiles.length * 1_000) / tookMs).toFixed(0),
    tile_p50_afterwards: inMs(afterwards, 0.5),
    tile_p95_afterwards: inMs(afterwards, 0.95),
    tile_p50: inMs(tiles, 0.5),
    tile_p95: inMs(tiles, 0.95),
    tile_p99: inMs(tiles, 0.99),
    tile_p50_while_opening: inMs(tiles.filter(isWhileOpening), 0.5),
    drawing_p95: inMs(durations, 0.95),
    event_loop_p99_worst: `${Math.max(...looks.map(({ eventLoopMs }) => eventLoopMs)).toFixed(0)}ms`,
    cores_server: coresOf(after.serverMs - before.serverMs),
    cores_database: coresOf(after.databaseMs - before.databaseMs),
    cores_conversion: coresOf(after.sandboxMs - before.sandboxMs),
    cores_load_generator: coresOf((generator.user + generator.system) / 1_000),
    memory_max: `${Math.max(...looks.map(({ memoryMib }) => memoryMib)).toFixed(0)}MiB`,
    connections: Math.max(...looks.map(({ connections }) => connections)),
    slides: slides.reduce((sum, count) => sum + count, 0),
    lost_drawings: `${lost}/${drawn}`,
    faults: faults.length,
  });
}

const folder = mkdtempSync(join(tmpdir(), "parfocal-lecture-hall-"));
try {
  await writeBenchSlide(join(folder, "slide.tif"));
  const server = await prepareServer({
    slide: join(folder, "slide.tif"),
    // Calls are counted per address: each learner has a separate one.
    environment: {
      PARFOCAL_TRUST_PROXY: "127.0.0.1",
      PARFOCAL_METRICS_PORT: "0",
      PARFOCAL_WORKERS: String(workers),
    },
  });
  try {
    await server.start();
    await lecture(server, await signIn(server));
  } finally {
    await server.close();
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
process.exit();
