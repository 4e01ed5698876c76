/**
 * REL-03, second half: the server is killed at random moments while it converts an image without tiles to a slide.
 * After each start the work resumes automatically; in the end the slide exists, the uploaded file is unchanged, and
 * nothing incomplete is left.
 *
 * Usage: node lab/kill-conversion.ts [--cycles 5]
 */
import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Image } from "@parfocal/core/image/image.contract.ts";
import { endUnexpected, isAway, NO_ANSWER } from "./expected-answers.ts";
import { endWithin, numberFromCommandLine, printResult } from "./figures.ts";
import { pause, prepareServer, type ServerUnderTest, signIn } from "./server-under-test.ts";
import { makeStrips, uploadThrough } from "./steady-client.ts";

/** Lifetime of the server in each cycle, ms. */
const LIFE_MS = { min: 200, max: 1_500 };
const MAX_MS_A_CYCLE = 30_000;

const cycles = numberFromCommandLine("cycles", 5);
endWithin(180_000 + cycles * MAX_MS_A_CYCLE);

const hashOf = (bytes: Buffer) => createHash("sha256").update(bytes).digest("hex");

/** Null if the server is unavailable. An error response ends the experiment. */
async function readImage(server: ServerUnderTest, token: string, id: number): Promise<Image | null> {
  const path = `/api/v2/image/${id}`;
  const { status, text } = await fetch(`${server.origin}${path}`, { headers: { "x-site-token": token } })
    .then(async (answer) => ({ status: answer.status, text: await answer.text() }))
    .catch(() => ({ status: NO_ANSWER, text: "" }));
  if (isAway(status)) return null;
  if (status !== 200) endUnexpected(`GET ${path}`, status, text);
  return JSON.parse(text) as Image;
}

const server = await prepareServer();
try {
  const file = await makeStrips();
  await server.start();
  const token = await signIn(server);
  const imageId = await uploadThrough(server, token, file);
  let kills = 0;
  let killsAtWork = 0;
  let furthest = 0;
  while (kills < cycles) {
    // The first kill is early: a fast machine may finish within the longest lifetime.
    const range = kills === 0 ? 0 : LIFE_MS.max - LIFE_MS.min;
    await pause(LIFE_MS.min + Math.random() * range);
    const image = await readImage(server, token, imageId);
    if (image?.state === "ready") break;
    if (image?.job?.state === "running") killsAtWork += 1;
    furthest = Math.max(furthest, image?.job?.progress ?? 0);
    await server.kill();
    await server.start();
    kills += 1;
  }
  let image = await readImage(server, token, imageId);
  while (image === null || image.state === "processing") {
    await pause(200);
    image = await readImage(server, token, imageId);
  }
  const [folder = ""] = await readdir(join(server.dataFolder, "slides/1"));
  const left = await readdir(join(server.dataFolder, "slides/1", folder));
  const isEqual = hashOf(await readFile(join(server.dataFolder, "slides/1", folder, "original"))) === hashOf(file);
  const tile = await fetch(`${server.origin}/tiles/${imageId}/2/0/0/0`, { headers: { "x-site-token": token } });
  const invariants = await server.runDatabaseTask("invariants");
  if (invariants.status !== 0) process.stdout.write(`${invariants.text}\n`);
  const halfMade = left.filter((name) => name.endsWith(".part") || name.endsWith(".v"));
  const hasPassed =
    image.state === "ready" &&
    isEqual &&
    tile.ok &&
    killsAtWork > 0 &&
    halfMade.length === 0 &&
    invariants.status === 0;
  printResult("REL-03 conversion", hasPassed, {
    state: image.state,
    original: isEqual ? "equal" : "changed",
    kills,
    kills_at_work: killsAtWork,
    furthest: furthest.toFixed(2),
    tile: tile.status,
    half_made: halfMade.length,
  });
} finally {
  await server.close();
}
process.exit();
