/**
 * SEC-09: 18 archives that no honest program writes are uploaded to the running server, and 3 honest ones. Each bad one
 * must be refused with a sentence within 2 s of its last byte, without costing the server memory or disk. Where the machine
 * is so busy that honest ones take longer than that, a bad one may take as long as they do.
 *
 * Usage: node lab/hostile-zips.ts
 */
import { createHash } from "node:crypto";
import { readdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import type { Upload } from "@parfocal/core/upload/upload.contract.ts";
import { honestZips, hostileZips, type NamedZip } from "@parfocal/slides/testing/hostile-zips.ts";
import { buildDeepZoom, zipEntriesOf } from "@parfocal/slides/testing/tile-sets.ts";
import { endWithin, tell } from "./figures.ts";
import { pause, prepareServer, type ServerUnderTest, signIn } from "./server-under-test.ts";

const MOST_MS = 300_000;
const MOST_REFUSAL_S = 2;
const MIB = 2 ** 20;
const MOST_MEMORY_MIB = 64;
const MOST_DISK_MIB = 1;

endWithin(MOST_MS);

const digestOf = (bytes: Buffer, form: "hex" | "base64") => createHash("sha256").update(bytes).digest(form);

async function call(server: ServerUnderTest, token: string, path: string, body?: object): Promise<Upload> {
  const answer = await fetch(`${server.origin}/api/v2/upload${path}`, {
    method: body ? "POST" : "GET",
    headers: { "x-site-token": token, ...(body ? { "content-type": "application/json" } : {}) },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
  return (await answer.json()) as Upload;
}

/** @returns what became of it, and how long that took from its last byte on. */
async function send(server: ServerUnderTest, token: string, zip: Buffer): Promise<{ upload: Upload; seconds: number }> {
  const announced = await call(server, token, "", { filename: "slides.zip", bytes: zip.length });
  for (let number = 0; number < announced.chunkCount; number += 1) {
    const bytes = zip.subarray(number * announced.chunkBytes, (number + 1) * announced.chunkBytes);
    const answer = await fetch(`${server.origin}/api/v2/upload/${announced.id}/chunk/${number}`, {
      method: "PUT",
      headers: {
        "x-site-token": token,
        "content-type": "application/octet-stream",
        "content-digest": `sha-256=:${digestOf(bytes, "base64")}:`,
      },
      body: new Uint8Array(bytes),
    });
    if (answer.status !== 204) throw new Error(`chunk ${number}: ${answer.status}`);
  }
  const start = performance.now();
  let upload = await call(server, token, `/${announced.id}/finish`, { sha256: digestOf(zip, "hex") });
  while (upload.state === "checking") {
    await pause(10);
    upload = await call(server, token, `/${announced.id}`);
  }
  return { upload, seconds: (performance.now() - start) / 1000 };
}

/** Resident memory of the server itself, without its children. Linux. */
async function memoryMib(server: ServerUnderTest): Promise<number> {
  const status = await readFile(`/proc/${server.processId()}/status`, "utf8");
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1] ?? Number.NaN) / 1024;
}

/** Of what the uploads and slides of the server take. */
async function diskMib(server: ServerUnderTest): Promise<number> {
  let bytes = 0;
  for (const folder of ["uploads", "slides"]) {
    const root = join(server.dataFolder, folder);
    for (const found of await readdir(root, { recursive: true, withFileTypes: true })) {
      if (found.isFile()) bytes += (await stat(join(found.parentPath, found.name))).blocks * 512;
    }
  }
  return bytes / MIB;
}

const { files } = await buildDeepZoom({ width: 300, height: 200, tilePx: 64, overlapPx: 1 });
const tiles = zipEntriesOf(files);
const server = await prepareServer();
try {
  await server.start();
  const token = await signIn(server);
  const sendAll = async (zips: readonly NamedZip[]) => {
    const outcomes: { name: string; upload: Upload; seconds: number }[] = [];
    for (const { name, build } of zips) {
      const outcome = { name, ...(await send(server, token, build())) };
      outcomes.push(outcome);
      const { upload, seconds } = outcome;
      process.stdout.write(
        `${upload.state.padEnd(7)} ${seconds.toFixed(2)} s  ${name}: ${upload.error ?? "a slide"}\n`,
      );
    }
    return outcomes;
  };
  // The honest first: what the server needs once, it then has.
  const honest = await sendAll(honestZips(tiles));
  const before = { memory: await memoryMib(server), disk: await diskMib(server) };
  const hostile = await sendAll(hostileZips(tiles));
  // The failure is told first, the file goes a moment later.
  await pause(1000);
  const grown = {
    memory: (await memoryMib(server)) - before.memory,
    disk: (await diskMib(server)) - before.disk,
  };
  const accepted = honest.filter(({ upload }) => upload.state === "done" && upload.imageId !== null);
  const refused = hostile.filter(
    ({ upload }) => upload.state === "failed" && !upload.canRetry && /^[A-Z].{15,}\.$/.test(upload.error ?? ""),
  );
  const slowestOf = (outcomes: readonly { seconds: number }[]) => Math.max(...outcomes.map(({ seconds }) => seconds));
  const [slowest, slowestHonest] = [slowestOf(hostile), slowestOf(honest)];
  const hasPassed =
    accepted.length === honest.length &&
    refused.length === hostile.length &&
    slowest <= Math.max(MOST_REFUSAL_S, slowestHonest) &&
    grown.memory <= MOST_MEMORY_MIB &&
    grown.disk <= MOST_DISK_MIB &&
    server.isRunning();
  tell("SEC-09", hasPassed, {
    refused: `${refused.length}/${hostile.length}`,
    accepted: `${accepted.length}/${honest.length}`,
    slowest_s: slowest.toFixed(2),
    slowest_honest_s: slowestHonest.toFixed(2),
    memory_mib: grown.memory.toFixed(1),
    disk_mib: grown.disk.toFixed(2),
  });
} finally {
  await server.close();
}
process.exit();
