/**
 * REL-06: the disk of the slides, a tmpfs of 64 MiB, is repeatedly full during an upload and during the conversion of
 * an image. Data that does not fit is rejected with 507, a chunk that could not be written is not acknowledged, and
 * when there is space again everything continues where it stopped.
 *
 * Usage, as root: node lab/disk-full.ts [--rounds 10]
 */
import { mkdir, readdir, readFile, rm, symlink } from "node:fs/promises";
import { join } from "node:path";
import type { Image } from "@parfocal/core/image/image.contract.ts";
import type { Upload } from "@parfocal/core/upload/upload.contract.ts";
import { OUT_OF_SPACE } from "./expected-answers.ts";
import { endWithin, numberFromCommandLine, printResult } from "./figures.ts";
import { sampleOf } from "./kill-stages/samples.ts";
import { hashOf } from "./kill-stages/uploading-client.ts";
import { pause, prepareServer, signIn } from "./server-under-test.ts";
import { mountSmallDisk } from "./small-disk.ts";
import { MIB } from "./upload-file.ts";

const DISK_MIB = 64;
/** Enough for folders and names, not for an image with its levels. */
const TOO_LITTLE_BYTES = 256 * 1024;
const MAX_MS_A_ROUND = 20_000;

const rounds = numberFromCommandLine("rounds", 10);
endWithin(180_000 + rounds * MAX_MS_A_ROUND);

const disk = await mountSmallDisk("REL-06", DISK_MIB);
const server = await prepareServer();
try {
  for (const name of ["slides", "uploads"]) {
    await mkdir(join(disk.folder, name));
    // Of the copied installation.
    await rm(join(server.dataFolder, name), { recursive: true, force: true });
    await symlink(join(disk.folder, name), join(server.dataFolder, name));
  }
  await server.start();
  const token = await signIn(server);
  const statuses = new Map<number, number>();

  async function say(method: string, path: string, body?: object | Buffer, headers: Record<string, string> = {}) {
    const isBytes = Buffer.isBuffer(body);
    const answer = await fetch(`${server.origin}/api/v2${path}`, {
      method,
      headers: {
        "x-site-token": token,
        ...(body ? { "content-type": isBytes ? "application/octet-stream" : "application/json" } : {}),
        ...headers,
      },
      ...(body ? { body: isBytes ? new Uint8Array(body) : JSON.stringify(body) } : {}),
    });
    if (!answer.ok) statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
    const text = await answer.text();
    return { status: answer.status, answer: (text === "" ? null : JSON.parse(text)) as unknown };
  }

  const { filename, bytes } = await sampleOf("strips");
  const tooLarge = await say("POST", "/upload", { filename, bytes: (DISK_MIB / 2) * MIB });

  const { id, chunkBytes, chunkCount } = (await say("POST", "/upload", { filename, bytes: bytes.length }))
    .answer as Upload;
  const send = async (number: number) => {
    const chunk = bytes.subarray(number * chunkBytes, (number + 1) * chunkBytes);
    const digest = { "content-digest": `sha-256=:${hashOf(chunk, "base64")}:` };
    return (await say("PUT", `/upload/${id}/chunk/${number}`, chunk, digest)).status;
  };
  const received = async () => ((await say("GET", `/upload/${id}`)).answer as Upload).receivedChunks;
  await send(0);
  let refused = 0;
  for (let round = 0; round < rounds; round += 1) {
    await disk.fill();
    if ((await send(1)) === OUT_OF_SPACE && (await received()).join() === "0") refused += 1;
    await disk.free();
  }
  for (let number = 1; number < chunkCount; number += 1) await send(number);
  // Before the conversion can start.
  await disk.fill(TOO_LITTLE_BYTES);
  await say("POST", `/upload/${id}/finish`, { sha256: hashOf(bytes, "hex") });
  let upload = (await say("GET", `/upload/${id}`)).answer as Upload;
  for (; upload.state === "checking"; upload = (await say("GET", `/upload/${id}`)).answer as Upload) await pause(5);

  const look = async () => (await say("GET", `/image/${upload.imageId}`)).answer as Image;
  const settle = async () => {
    let image = await look();
    for (; image.state === "processing"; image = await look()) await pause(100);
    return image;
  };
  const full = await settle();
  await disk.free();
  await say("POST", `/job/${full.job?.id}/retry`, {});
  const ready = await settle();
  const [folder = ""] = await readdir(join(disk.folder, "slides/1"));
  const left = await readdir(join(disk.folder, "slides/1", folder));
  const isEqual =
    hashOf(await readFile(join(disk.folder, "slides/1", folder, "original")), "hex") === hashOf(bytes, "hex");
  const uploadsLeft = (await readdir(join(disk.folder, "uploads"))).length;
  const invariants = await server.runDatabaseTask("invariants");
  const others = [...statuses.keys()].filter((status) => status !== OUT_OF_SPACE);
  const hasPassed =
    tooLarge.status === OUT_OF_SPACE &&
    refused === rounds &&
    others.length === 0 &&
    full.state === "failed" &&
    /\bdisk\b/.test(full.job?.error ?? "") &&
    ready.state === "ready" &&
    isEqual &&
    left.every((name) => /^(?:original|pyramid\.tif|thumbnail\.jpg|tiles)$/.test(name)) &&
    uploadsLeft === 0 &&
    invariants.status === 0;
  printResult("REL-06", hasPassed, {
    too_large: tooLarge.status,
    not_acknowledged: `${refused}/${rounds}`,
    other_failures: others.join("/") || "none",
    conversion_when_full: `${full.state}: ${JSON.stringify(full.job?.error ?? "")}`,
    with_room_again: ready.state,
    original: isEqual ? "equal" : "changed",
    left: left.join("/"),
    uploads_left: uploadsLeft,
  });
} finally {
  await server.close();
}
process.exit();
