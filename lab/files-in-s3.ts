/**
 * Slides in a real S3 store (OpenStack Swift): one is uploaded, its tiles are read from the store, from the blocks on
 * the disk and from memory, after a kill, while the store is unavailable or does not respond, and once it is back. A
 * server with a folder reads the same tiles in the same run. Failures are printed, with exit status 1.
 *
 * Usage: node lab/files-in-s3.ts [--side 6144] [--tiles 300]
 */
import { createHash } from "node:crypto";
import { existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type PixelBand, writePyramid } from "@parfocal/slides/pyramid/pyramid-writer.ts";
import { endWithin, numberFromCommandLine, percentile, printResult } from "./figures.ts";
import { pause, prepareServer, type ServerUnderTest, signIn } from "./server-under-test.ts";
import { isSwiftInstalled, SWIFT_PACKAGES, startSwift } from "./swift-server.ts";
import { settledImage, uploadFile } from "./upload-file.ts";
import { startWire } from "./wire.ts";

const TILE_PX = 256;
const BAND_ROWS = 64;
/** Number of parallel requests of a viewer. */
const AT_ONCE = 6;
/** Documented limit: docs/operating.md. */
const MAX_WAIT_MS = 20_000;
const REST_MS = 2_500;

endWithin(900_000);
if (!isSwiftInstalled()) {
  process.stdout.write(`SKIP files-in-s3: there is no OpenStack Swift (Debian: apt install ${SWIFT_PACKAGES})\n`);
  process.exit();
}
const [side, tileCount] = [numberFromCommandLine("side", 6_144), numberFromCommandLine("tiles", 300)];

const problems: string[] = [];
const expect = (isTrue: boolean, what: string) => void (isTrue || problems.push(what));

/** Tissue-like: smooth, with some noise, so that a tile has about 20 kB. */
async function* bands(): AsyncGenerator<PixelBand> {
  let noise = 1;
  for (let top = 0; top < side; top += BAND_ROWS) {
    const rows = Math.min(BAND_ROWS, side - top);
    const rgb = new Uint8Array(side * rows * 3);
    for (let index = 0; index < rgb.length; index += 1) {
      // Source: xorshift32, George Marsaglia, "Xorshift RNGs", 2003.
      noise ^= noise << 13;
      noise ^= noise >>> 17;
      noise ^= noise << 5;
      rgb[index] = 120 + (((index / 3) >> 5) % 90) + (noise & 31);
    }
    yield { rows, rgb };
  }
}

const folder = mkdtempSync(join(tmpdir(), "parfocal-lab-slide-"));
process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
const path = join(folder, "slide.tif");
const quality = { tileSize: TILE_PX, quality: 85 };
await writePyramid(path, bands(), {
  ...{ width: side, height: side, pixelSizeUm: { x: 0.25, y: 0.25 }, objectivePower: 40 },
  ...quality,
});
const bytes = await readFile(path);

const swift = await startSwift();
await swift.createBucket("lab-files");
const wire = await startWire(swift.port);
const environment = {
  FILES_URL: "s3://lab-files/parfocal",
  AWS_ACCESS_KEY_ID: swift.credentials.accessKeyId,
  AWS_SECRET_ACCESS_KEY: swift.credentials.secretAccessKey,
  AWS_REGION: swift.region,
  PARFOCAL_S3_ENDPOINT: `http://127.0.0.1:${wire.port}`,
};

interface Viewer {
  readonly server: ServerUnderTest;
  readonly token: string;
  readonly template: string;
}

async function upload(server: ServerUnderTest): Promise<Viewer & { readonly seconds: number }> {
  await server.start();
  const token = await signIn(server);
  const { upload, seconds } = await uploadFile(server, token, bytes, "slide.tif");
  if (upload.imageId === null) throw new Error(`the upload failed: ${upload.error}\n${server.lastOutput()}`);
  const image = await settledImage(server, token, upload.imageId);
  return { server, token, seconds, template: image.slideInformation?.tilesMapUrl ?? "" };
}

/** The same for both servers: neighbouring tiles, like during panning, from a few positions. */
const side256 = Math.floor(side / TILE_PX);
const wanted = Array.from({ length: tileCount }, (_, index) => {
  const place = Math.floor(index / 30);
  const [left, top] = [(place * 7) % (side256 - 6), (place * 5) % (side256 - 5)];
  return [left + (index % 6), top + Math.floor((index % 30) / 6)] as const;
});

async function tile({ server, token, template }: Viewer, [x, y]: readonly [number, number]) {
  const url = template.replace("{z}", "0").replace("{x}", String(x)).replace("{y}", String(y));
  const startedAt = performance.now();
  const answer = await fetch(`${server.origin}${url}`, { headers: { "x-site-token": token } });
  const body = Buffer.from(await answer.arrayBuffer());
  const hash = createHash("sha256").update(body).digest("hex");
  return {
    status: answer.status,
    retryAfter: answer.headers.get("retry-after"),
    hash,
    ms: performance.now() - startedAt,
  };
}

/** @returns hashes of all tiles. */
async function look(viewer: Viewer, what: string) {
  const hashes: string[] = [];
  const took: number[] = [];
  let next = 0;
  wire.receivedBytes = 0;
  const startedAt = performance.now();
  const line = async () => {
    for (let index = next++; index < wanted.length; index = next++) {
      const { status, hash, ms } = await tile(viewer, wanted[index] as readonly [number, number]);
      expect(status === 200, `${what}: a tile answered ${status}`);
      hashes[index] = hash;
      took.push(ms);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, line));
  const [p50, p95] = [percentile(took, 0.5), percentile(took, 0.95)].map((ms) => ms.toFixed(1));
  const perSecond = ((wanted.length / (performance.now() - startedAt)) * 1000).toFixed(0);
  process.stdout.write(
    `${what}: p50 ${p50} ms, p95 ${p95} ms, ${perSecond} tiles/s, ${(wire.receivedBytes / 1e6).toFixed(1)} MB from the store\n`,
  );
  return hashes;
}

const inS3 = await prepareServer({ environment });
const inFolder = await prepareServer();
const near = await upload(inFolder);
const far = await upload(inS3);
process.stdout.write(
  `slide of ${(bytes.length / 1e6).toFixed(0)} MB: checked and stored in ${near.seconds.toFixed(1)} s in a folder, ${far.seconds.toFixed(1)} s in the store\n`,
);
const blocks = join(inS3.dataFolder, "blocks");
const locally = ["slides", "uploads"]
  .map((name) => join(inS3.dataFolder, name))
  .filter((place) => existsSync(place))
  .flatMap((place) => readdirSync(place, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile()));
expect(locally.length === 0, `${locally.length} files are left on this machine`);

const expected = await look(near, "folder, first");
const again = await look(near, "folder, again");
const isSame = (hashes: readonly string[], what: string) =>
  expect(hashes.join() === expected.join(), `${what}: the tiles differ from those of the folder`);
isSame(again, "folder");
const restart = async () => {
  await inS3.kill();
  await inS3.start();
};
const forgetBlocks = () => rmSync(blocks, { recursive: true, force: true });
isSame(await look(far, "store, cold"), "cold");
isSame(await look(far, "store, from memory"), "memory");
await restart();
isSame(await look(far, "store, blocks on the disk, after kill -9"), "after a kill");
await restart();
forgetBlocks();
const cut = look(far, "store, killed in the middle").catch(() => []);
setTimeout(() => void inS3.kill(), 300);
await cut;
problems.length = 0;
await inS3.start();
isSame(await look(far, "store, after a kill in the middle"), "after a kill in the middle");

/**
 * Requests tiles that have no block on this machine while the store is unavailable, and all of them once it is back.
 */
async function goWithoutStore(what: string, away: () => void, back: () => void) {
  await restart();
  forgetBlocks();
  away();
  const answers = await Promise.all(wanted.slice(0, 60).map((place) => tile(far, place)));
  const maxMs = Math.max(...answers.map(({ ms }) => ms));
  const isRejected = answers.every(({ status, retryAfter }) => status === 503 && retryAfter !== null);
  expect(isRejected, `${what}: not all answers are 503 with Retry-After`);
  expect(maxMs < MAX_WAIT_MS, `${what}: an answer took ${maxMs.toFixed(0)} ms`);
  process.stdout.write(`${what}: 60 tiles answered 503 within ${maxMs.toFixed(0)} ms\n`);
  back();
  // The store is queried again after a short pause.
  await pause(REST_MS);
  isSame(await look(far, `${what}, and back`), what);
}
await goWithoutStore("store away", wire.cut, () => {
  wire.cutAfterBytes = Number.POSITIVE_INFINITY;
});
await goWithoutStore(
  "store silent",
  () => {
    wire.isSilent = true;
    wire.cut();
  },
  () => {
    wire.isSilent = false;
    wire.cutAfterBytes = Number.POSITIVE_INFINITY;
  },
);

await inS3.stop();
const refusal = await inS3.start({ environment: { FILES_URL: "s3://nothing-there" } }).then(
  () => "it started",
  (error: Error) => error.message,
);
expect(/There is no bucket "nothing-there"/.test(refusal), `a missing bucket: ${refusal}`);
expect(!refusal.includes(swift.credentials.secretAccessKey), "a secret was printed");
process.stdout.write(`${refusal.trim().split("\n").at(-1)}\n`);

await inS3.close();
await inFolder.close();
swift.close();
for (const problem of new Set(problems)) process.stdout.write(`${problem}\n`);
printResult("files-in-s3", problems.length === 0, { tiles: tileCount, problems: new Set(problems).size });
process.exit();
