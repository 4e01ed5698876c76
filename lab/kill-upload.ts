/**
 * REL-03: the server is killed at random moments of an upload over three connections, of a file and of a set of files in
 * turn. After each start the upload is resumed from the server's state; in the end the stored file
 * equals the sent one.
 *
 * Usage: node lab/kill-upload.ts [--cycles 10] [--kills-a-file 6]
 */
import { createHash, randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { crc32 } from "@parfocal/core/upload/crc-32.ts";
import { planStoredZip } from "@parfocal/core/upload/stored-zip.ts";
import { UPLOAD_CONNECTIONS, type Upload } from "@parfocal/core/upload/upload.contract.ts";
import { writePyramid } from "@parfocal/slides/pyramid/pyramid-writer.ts";
import sharp from "sharp";
import { endUnexpected, isAway, NO_ANSWER } from "./expected-answers.ts";
import { endWithin, numberFromCommandLine, printResult } from "./figures.ts";
import { pause, prepareServer, type ServerUnderTest, signIn } from "./server-under-test.ts";

/** Random pixels cannot be compressed: about 50 MiB of JPEG. */
const SIDE_PX = 5_500;
/** About 20 MiB in 450 files. */
const SET_SIDE_PX = 4_000;
const NOISE = "noise.tif";
/** Lifetime of the server in each cycle, ms. */
const LIFE_MS = { min: 20, max: 300 };
const MAX_MS_A_CYCLE = 20_000;

const cycles = numberFromCommandLine("cycles", 10);
endWithin(120_000 + cycles * MAX_MS_A_CYCLE);

/** A slide with random pixels, which repeats a few rows. */
async function writeNoise(path: string): Promise<void> {
  const rows = 100;
  const rgb = new Uint8Array(SIDE_PX * rows * 3);
  for (let index = 0; index < rgb.length; index += 1) rgb[index] = Math.floor(Math.random() * 256);
  async function* bands() {
    for (let top = 0; top < SIDE_PX; top += rows) yield { rows, rgb };
  }
  await writePyramid(path, bands(), { width: SIDE_PX, height: SIDE_PX, quality: 92 });
}

const hashOf = (bytes: Buffer, form: "hex" | "base64") => createHash("sha256").update(bytes).digest(form);

/** Repeats a call until the server responds, across any number of restarts. */
async function callUntilAnswered(server: ServerUnderTest, token: string, path: string, body?: object): Promise<Upload> {
  for (;;) {
    const answer = await fetch(`${server.origin}/api/v2/upload${path}`, {
      method: body ? "POST" : "GET",
      headers: { "x-site-token": token, ...(body ? { "content-type": "application/json" } : {}) },
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
      .then(async (response) => ({ status: response.status, text: await response.text() }))
      .catch(() => ({ status: NO_ANSWER, text: "" }));
    if (answer.status >= 200 && answer.status < 300) return JSON.parse(answer.text) as Upload;
    if (!isAway(answer.status)) endUnexpected(`${body ? "POST" : "GET"} /v2/upload${path}`, answer.status, answer.text);
    await pause(20);
  }
}

interface SentFile {
  readonly filename: string;
  readonly bytes: Buffer;
}

/** Many files that form one slide, packed like by the browser. */
async function packTiles(folder: string): Promise<Buffer> {
  const side = { width: SET_SIDE_PX, height: SET_SIDE_PX, channels: 3 } as const;
  const noise = randomBytes(SET_SIDE_PX * SET_SIDE_PX * 3);
  await sharp(noise, { raw: side })
    .jpeg({ quality: 95 })
    .tile({ layout: "dz", size: 256 })
    .toFile(join(folder, "tiles"));
  const paths = (await readdir(folder, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile() && entry.name !== NOISE)
    .map((entry) => join(entry.parentPath, entry.name))
    .toSorted();
  const contents = await Promise.all(paths.map((path) => readFile(path)));
  const zip = planStoredZip(
    paths.map((path, index) => ({ path: relative(folder, path), bytes: contents[index]?.length ?? 0 })),
  );
  const crcs = Uint32Array.from(contents, (content) => crc32(content));
  const parts = [...zip.segments(0, zip.bytes)].map((segment) =>
    segment.kind === "made"
      ? segment.make(crcs)
      : (contents[segment.index] as Buffer).subarray(segment.from, segment.to),
  );
  return Buffer.concat(parts);
}

interface Sending {
  /** Sent chunks, acknowledged or not. */
  sent: number;
  readonly refusals: Set<number>;
}

/** Sends missing chunks over three connections until the upload is complete or the server is unavailable. */
async function sendMissing(server: ServerUnderTest, token: string, upload: Upload, file: Buffer, sending: Sending) {
  const missing = Array.from({ length: upload.chunkCount }, (_, number) => number).filter(
    (number) => !upload.receivedChunks.includes(number),
  );
  let isGone = false;
  const connection = async () => {
    for (let number = missing.shift(); number !== undefined && !isGone; number = missing.shift()) {
      const bytes = file.subarray(number * upload.chunkBytes, (number + 1) * upload.chunkBytes);
      sending.sent += 1;
      const status = await fetch(`${server.origin}/api/v2/upload/${upload.id}/chunk/${number}`, {
        method: "PUT",
        headers: {
          "x-site-token": token,
          "content-type": "application/octet-stream",
          "content-digest": `sha-256=:${hashOf(bytes, "base64")}:`,
        },
        body: new Uint8Array(bytes),
      })
        .then((answer) => answer.status)
        .catch(() => 0);
      if (status !== 204 && status !== 0) sending.refusals.add(status);
      if (status !== 204) isGone = true;
    }
  };
  await Promise.all(Array.from({ length: UPLOAD_CONNECTIONS }, connection));
}

/** Number of stored files that equal the sent one. */
async function countEqual(server: ServerUnderTest, sha256: string): Promise<number> {
  const site = join(server.dataFolder, "slides/1");
  if (!existsSync(site)) return 0;
  const hashes = await Promise.all(
    (await readdir(site)).map(async (name) => hashOf(await readFile(join(site, name, "original")), "hex")),
  );
  return hashes.filter((hash) => hash === sha256).length;
}

interface Journey {
  readonly state: Upload["state"];
  readonly kills: number;
  readonly sentAgain: number;
  /** Whether a chunk that the server had acknowledged was missing later. */
  readonly hasForgotten: boolean;
}

async function killAndStart(server: ServerUnderTest): Promise<void> {
  await server.kill();
  await server.start();
}

/** Maximum kills while chunks of one file are missing: afterwards it can complete, even on a busy disk. */
const maxKillsPerFile = numberFromCommandLine("kills-a-file", 6);

/** One file from announcement to image, with kills while chunks are missing and one during the check. */
async function uploadWithKills(
  server: ServerUnderTest,
  token: string,
  { filename, bytes: file }: SentFile,
  sending: Sending,
): Promise<Journey> {
  const announced = await callUntilAnswered(server, token, "", { filename, bytes: file.length });
  const sentBefore = sending.sent;
  let kills = 0;
  let known: readonly number[] = [];
  let hasForgotten = false;
  for (;;) {
    const upload = await callUntilAnswered(server, token, `/${announced.id}`);
    hasForgotten ||= known.some((number) => !upload.receivedChunks.includes(number));
    known = upload.receivedChunks;
    if (known.length === upload.chunkCount) break;
    const done = sendMissing(server, token, upload, file, sending);
    if (kills < maxKillsPerFile) {
      await pause(LIFE_MS.min + Math.random() * (LIFE_MS.max - LIFE_MS.min));
      await killAndStart(server);
      kills += 1;
    }
    await done;
  }
  await callUntilAnswered(server, token, `/${announced.id}/finish`, { sha256: hashOf(file, "hex") });
  await killAndStart(server);
  kills += 1;
  let outcome = await callUntilAnswered(server, token, `/${announced.id}`);
  while (outcome.state === "checking") {
    await pause(50);
    outcome = await callUntilAnswered(server, token, `/${announced.id}`);
  }
  return { state: outcome.state, kills, sentAgain: sending.sent - sentBefore - announced.chunkCount, hasForgotten };
}

const folder = await mkdtemp(join(tmpdir(), "parfocal-lab-upload-"));
const server = await prepareServer();
try {
  const path = join(folder, NOISE);
  await writeNoise(path);
  const files: SentFile[] = [
    { filename: NOISE, bytes: await readFile(path) },
    { filename: "tiles.zip", bytes: await packTiles(folder) },
  ];
  await server.start();
  const token = await signIn(server);
  const sending: Sending = { sent: 0, refusals: new Set() };
  const journeys: Journey[] = [];
  const sum = (numberOf: (journey: Journey) => number) => journeys.reduce((total, one) => total + numberOf(one), 0);
  while (sum(({ kills }) => kills) < cycles || journeys.length < files.length) {
    journeys.push(await uploadWithKills(server, token, files[journeys.length % files.length] as SentFile, sending));
  }
  const kills = sum((journey) => journey.kills);
  const equalOfEach = await Promise.all(files.map(({ bytes }) => countEqual(server, hashOf(bytes, "hex"))));
  const equal = equalOfEach.reduce((total, one) => total + one, 0);
  const sentAgain = sum((journey) => journey.sentAgain);
  const invariants = await server.runDatabaseTask("invariants");
  const leftover = (await readdir(join(server.dataFolder, "uploads"))).length;
  if (invariants.status !== 0) process.stdout.write(`${invariants.text}\n`);
  const hasPassed =
    equal === journeys.length &&
    journeys.every(({ state, hasForgotten }) => state === "done" && !hasForgotten) &&
    sentAgain <= UPLOAD_CONNECTIONS * kills &&
    sending.refusals.size === 0 &&
    leftover === 0 &&
    invariants.status === 0;
  printResult("REL-03", hasPassed, {
    equal: `${equal}/${journeys.length}`,
    bytes: files.map(({ bytes }) => bytes.length).join("+"),
    kills,
    sent_again: sentAgain,
    refusals: [...sending.refusals].join("/") || "none",
    leftover,
  });
} finally {
  await server.close();
  await rm(folder, { recursive: true, force: true });
}
process.exit();
