/**
 * REL-03, second half: the server is killed at random moments while it converts a picture without tiles to a slide. After
 * each start the work resumes automatically; in the end the slide exists, the uploaded file is unchanged, and nothing
 * incomplete is left.
 *
 * Usage: node lab/kill-conversion.ts [--cycles 5]
 */
import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Image } from "@parfocal/core/image/image.contract.ts";
import type { Upload } from "@parfocal/core/upload/upload.contract.ts";
import { endUnexpected, isAway, NO_ANSWER } from "./expected-answers.ts";
import { endWithin, numberFromCommandLine, tell } from "./figures.ts";
import { pause, prepareServer, type ServerUnderTest, signIn } from "./server-under-test.ts";
import { makeStrips } from "./steady-client.ts";

/** Lifetime of the server in each cycle, ms. */
const LIFE_MS = { least: 200, most: 1_500 };
const MAX_MS_A_CYCLE = 30_000;

const cycles = numberFromCommandLine("cycles", 5);
endWithin(180_000 + cycles * MAX_MS_A_CYCLE);

const hashOf = (bytes: Buffer, form: "hex" | "base64") => createHash("sha256").update(bytes).digest(form);

/** null: the server is unavailable, or answers without a body. An unsuccessful answer ends the experiment. */
async function ask<Answer>(server: ServerUnderTest, token: string, path: string, request: RequestInit = {}) {
  const { status, text } = await fetch(`${server.origin}/api/v2${path}`, {
    ...request,
    headers: { "x-site-token": token, ...(request.headers as Record<string, string> | undefined) },
  })
    .then(async (answer) => ({ status: answer.status, text: await answer.text() }))
    .catch(() => ({ status: NO_ANSWER, text: "" }));
  if (isAway(status) || status === 204) return null;
  if (status < 200 || status > 299) endUnexpected(`${request.method ?? "GET"} ${path}`, status, text);
  return JSON.parse(text) as Answer;
}

async function upload(server: ServerUnderTest, token: string, file: Buffer): Promise<number> {
  const json = { "content-type": "application/json" };
  const body = JSON.stringify({ filename: "strips.tif", bytes: file.length });
  const announced = await ask<Upload>(server, token, "/upload", { method: "POST", headers: json, body });
  if (!announced) throw new Error("the upload was not taken");
  for (let number = 0; number < announced.chunkCount; number += 1) {
    const bytes = file.subarray(number * announced.chunkBytes, (number + 1) * announced.chunkBytes);
    await ask(server, token, `/upload/${announced.id}/chunk/${number}`, {
      method: "PUT",
      headers: { "content-type": "application/octet-stream", "content-digest": `sha-256=:${hashOf(bytes, "base64")}:` },
      body: new Uint8Array(bytes),
    });
  }
  const finish = JSON.stringify({ sha256: hashOf(file, "hex") });
  await ask(server, token, `/upload/${announced.id}/finish`, { method: "POST", headers: json, body: finish });
  for (;;) {
    const { imageId = null, state = "checking" } = (await ask<Upload>(server, token, `/upload/${announced.id}`)) ?? {};
    if (imageId !== null) return imageId;
    if (state === "failed") throw new Error("the picture was refused");
    await pause(20);
  }
}

const server = await prepareServer();
try {
  const file = await makeStrips();
  await server.start();
  const token = await signIn(server);
  const imageId = await upload(server, token, file);
  let kills = 0;
  let killsAtWork = 0;
  let furthest = 0;
  while (kills < cycles) {
    // The first kill is early: a fast machine may finish within the longest lifetime.
    const range = kills === 0 ? 0 : LIFE_MS.most - LIFE_MS.least;
    await pause(LIFE_MS.least + Math.random() * range);
    const image = await ask<Image>(server, token, `/image/${imageId}`);
    if (image?.state === "ready") break;
    if (image?.job?.state === "running") killsAtWork += 1;
    furthest = Math.max(furthest, image?.job?.progress ?? 0);
    await server.kill();
    await server.start();
    kills += 1;
  }
  let image = await ask<Image>(server, token, `/image/${imageId}`);
  while (image === null || image.state === "processing") {
    await pause(200);
    image = await ask<Image>(server, token, `/image/${imageId}`);
  }
  const [folder = ""] = await readdir(join(server.dataFolder, "slides/1"));
  const left = await readdir(join(server.dataFolder, "slides/1", folder));
  const isEqual =
    hashOf(await readFile(join(server.dataFolder, "slides/1", folder, "original")), "hex") === hashOf(file, "hex");
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
  tell("REL-03 conversion", hasPassed, {
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
