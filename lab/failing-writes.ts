/**
 * REL-07: of all write calls on the files of an upload and its conversion, in the server and its sandboxes, one fails:
 * the first, then the second, and so on, each with another error (no space, I/O error, half written). The client
 * repeats rejected requests. Nothing half-written is acknowledged or shown, the slide is complete in the end, and no
 * other files are left.
 *
 * Usage, with a C compiler: node lab/failing-writes.ts [--calls N]
 * `--calls`: number of failing calls, evenly distributed; without it each call fails.
 */
import { randomUUID } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Image } from "@parfocal/core/image/image.contract.ts";
import type { Upload } from "@parfocal/core/upload/upload.contract.ts";
import { buildFailingWrites, type FailingWrites, type WriteFault } from "./failing-writes/control.ts";
import { endWithin, numberFromCommandLine, printResult } from "./figures.ts";
import { countRows, listFiles } from "./kill-stages/inside-view.ts";
import { sampleOf } from "./kill-stages/samples.ts";
import { readSlideState } from "./kill-stages/slide-watch.ts";
import { type Client, createClient, hashOf, uploadFile } from "./kill-stages/uploading-client.ts";
import { pause, prepareServer, type ServerUnderTest, signIn } from "./server-under-test.ts";

const WRITE_FAULTS: readonly WriteFault[] = ["ENOSPC", "EIO", "short"];
/** Statuses of rejections: the file cannot be written, the server is busy, its disk is full. */
const REFUSALS: ReadonlySet<number> = new Set([500, 503, 507]);
const MAX_CALLS = 100_000;
const MAX_MS_A_CALL = 60_000;
const LOOK_EVERY_MS = 50;
const FINISHED_FILES = /^(?:original|pyramid\.tif|thumbnail\.jpg|tiles)$/;

const calls = numberFromCommandLine("calls", MAX_CALLS);
endWithin(180_000 + Math.min(calls, 500) * MAX_MS_A_CALL);

interface Uploaded {
  readonly faults: readonly string[];
  /** Whether a person had to restart the conversion. */
  readonly isRetried: boolean;
  /** Number of write calls. */
  readonly count: number;
  /** The call that failed; empty: none. */
  readonly what: string;
}

async function uploadAndConvert(server: ServerUnderTest, client: Client, writes: FailingWrites): Promise<Uploaded> {
  const faults: string[] = [];
  const sample = await sampleOf("fewStrips");
  const rowsBefore = await countRows(server);
  const foldersBefore = new Set((await listFiles(server)).slideFolders);
  const upload: Upload = await uploadFile(client, sample, randomUUID());
  let isRetried = false;
  if (upload.state !== "done" || upload.imageId === null) {
    return { faults: [`the upload is ${upload.state}: ${upload.error}`], isRetried, ...writes.read() };
  }
  for (;;) {
    const look = await readSlideState(client, upload.imageId);
    faults.push(...look.faults);
    if (look.state === "ready" && !look.hasOpenJob) break;
    if (look.state === "failed") {
      if (isRetried) faults.push("the conversion fails again");
      if (isRetried) break;
      isRetried = true;
      const image = (await (await client.askUntilAnswered(`/api/v2/image/${upload.imageId}`)).json()) as Image;
      await client.askUntilAnswered(`/api/v2/job/${image.job?.id}/retry`, { method: "POST" });
    }
    await pause(LOOK_EVERY_MS);
  }
  for (let turn = 0; turn < 200 && (await countRows(server)).open_jobs > 0; turn += 1) await pause(LOOK_EVERY_MS);
  const { count, what } = writes.read();
  const [rows, files] = [await countRows(server), await listFiles(server)];
  if (rows.ready !== rowsBefore.ready + 1) faults.push(`${rows.ready - rowsBefore.ready} slides are ready`);
  if (rows.open_uploads > 0) faults.push(`${rows.open_uploads} unfinished uploads`);
  if (files.uploads.length > 0) faults.push(`left in uploads: ${files.uploads}`);
  const folders = files.slideFolders
    .filter((name) => !foldersBefore.has(name))
    .toSorted((a, b) => Number(b) - Number(a));
  const [folder = ""] = folders;
  const original = await readFile(join(server.dataFolder, "slides/1", folder, "original"));
  if (hashOf(original, "hex") !== hashOf(sample.bytes, "hex")) faults.push("the file is not the one that was sent");
  for (const name of await readdir(join(server.dataFolder, "slides/1", folder)))
    if (!FINISHED_FILES.test(name)) faults.push(`left with the slide: ${name}`);
  if (folders.length > 1) faults.push(`${folders.length} folders`);
  return { faults, isRetried, count, what };
}

const server = await prepareServer();
try {
  const writes = await buildFailingWrites(server);
  if (!writes) {
    process.stdout.write("SKIP REL-07: there is no C compiler (cc)\n");
    process.exit();
  }
  await server.start(writes.manner);
  const client = createClient(server, await signIn(server), REFUSALS);
  writes.arm(0, "EIO");
  const { count, faults: undisturbed } = await uploadAndConvert(server, client, writes);
  const step = Math.max(1, count / calls);
  const kinds = new Map<string, number>();
  let failed = undisturbed.length > 0 ? 1 : 0;
  let retried = 0;
  let tried = 0;
  for (let at = 1; Math.round(at) <= count; at += step) {
    const nth = Math.round(at);
    const writeFault = WRITE_FAULTS[tried % WRITE_FAULTS.length] ?? "EIO";
    tried += 1;
    writes.arm(nth, writeFault);
    const { faults, isRetried, what } = await uploadAndConvert(server, client, writes);
    if (faults.length > 0) failed += 1;
    if (isRetried) retried += 1;
    const kind = what.split(" ")[0] ?? "";
    if (kind !== "") kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
    process.stdout.write(`${faults.length > 0 ? "bad " : "good"} ${nth} ${writeFault} ${what || "no such call"}\n`);
    for (const fault of faults) process.stdout.write(`     ${fault}\n`);
  }
  writes.close();
  const invariants = await server.runDatabaseTask("invariants");
  if (invariants.status !== 0) process.stdout.write(`${invariants.text}\n`);
  if (failed > 0) process.stdout.write(`${server.lastOutput()}\n`);
  const hit = [...kinds.values()].reduce((sum, number) => sum + number, 0);
  printResult("REL-07", failed === 0 && hit > 0 && server.isRunning() && invariants.status === 0, {
    calls: count,
    tried,
    hit,
    kinds: [...kinds].map(([kind, number]) => `${kind}:${number}`).join(","),
    failed,
    conversions_started_again: retried,
  });
} finally {
  await server.close();
}
process.exit();
