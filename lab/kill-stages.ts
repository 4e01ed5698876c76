/**
 * REL-03 in every stage: a file is uploaded, and the server is killed at one named moment of its processing; it is
 * restarted, the browser resumes, and in the end there is one slide with the uploaded file, and nothing else. Then the
 * same at the next moment, for all types of processing. During this the image is checked: everything reported as ready
 * must be viewable.
 *
 * Usage: node lab/kill-stages.ts [--only TEXT]: stages whose names contain the text, e.g. `channels:`.
 */
import { randomUUID } from "node:crypto";
import { readdir, readFile, utimes } from "node:fs/promises";
import { join } from "node:path";
import type { Upload } from "@parfocal/core/upload/upload.contract.ts";
import type { SiteWork } from "@parfocal/core/work/work.contract.ts";
import { endWithin, printResult } from "./figures.ts";
import { dieAt, mortally } from "./kill-stages/crash-point.ts";
import { countRows, findChildren, listFiles } from "./kill-stages/inside-view.ts";
import { lackFor, type Sample, sampleOf } from "./kill-stages/samples.ts";
import { readSlideState } from "./kill-stages/slide-watch.ts";
import { STAGES, type Stage } from "./kill-stages/stages.ts";
import {
  type Client,
  createClient,
  hashOf,
  requestDeidentification,
  uploadFile,
} from "./kill-stages/uploading-client.ts";
import { pause, prepareServer, type ServerUnderTest, signIn } from "./server-under-test.ts";

/** Limit from the start to the slide, with a kill, on a busy machine, ms. */
const MAX_MS_A_STAGE = 60_000;
/** Limit for the exit of a killed server's children, ms. */
const MAX_CHILD_LIFE_MS = 2_000;
const LOOK_EVERY_MS = 100;
const LAST_MOMENTS_MS = 1_000;
const TWO_DAYS_MS = 2 * 24 * 60 * 60 * 1000;

const onlyAt = process.argv.indexOf("--only");
const only = onlyAt < 0 ? "" : (process.argv[onlyAt + 1] ?? "");
const fullName = ({ sample, name }: Stage) => `${sample}: ${name}`;
const wanted = STAGES.filter((stage) => fullName(stage).includes(only));
const stages = wanted.filter(({ sample }) => lackFor(sample) === null);
endWithin(60_000 + stages.length * MAX_MS_A_STAGE);

/** Time until the children of the killed server had exited, ms. */
async function waitForChildren(server: ServerUnderTest): Promise<number> {
  const begin = performance.now();
  while (findChildren(server).length > 0 && performance.now() - begin < 2 * MAX_CHILD_LIFE_MS) await pause(10);
  return performance.now() - begin;
}

/** Checks every new image until stopped. */
function watchNewImages(client: Client, faults: Set<string>): { end(): Promise<void> } {
  let isOver = false;
  const watching = (async () => {
    while (!isOver) {
      const newest = await newestImage(client);
      if (newest) for (const fault of (await readSlideState(client, newest)).faults) faults.add(fault);
      await pause(LOOK_EVERY_MS);
    }
  })().catch((error: unknown) => void faults.add(String(error)));
  return {
    async end() {
      isOver = true;
      await watching;
    },
  };
}

let lastImageId = 0;

async function newestImage(client: Client): Promise<number | null> {
  const answer = await client.ask("/api/v2/job");
  const work = (await answer?.json().catch(() => null)) as SiteWork | null | undefined;
  const ids = [...(work?.open ?? []), ...(work?.ended ?? [])].flatMap(({ subject }) => subject.imageId ?? []);
  const newest = Math.max(0, ...ids);
  return newest > lastImageId ? newest : null;
}

/** The stored file equals the uploaded one, except for removed patient data. */
async function isStoredWell(server: ServerUnderTest, folder: string, sample: Sample): Promise<boolean> {
  const stored = await readFile(join(server.dataFolder, "slides/1", folder, "original"));
  if (sample.secrets.length > 0) return !sample.secrets.some((secret) => stored.includes(secret));
  return hashOf(stored, "hex") === hashOf(sample.bytes, "hex");
}

/** Waits until the upload is a slide as expected. */
async function uploadSample(client: Client, sample: Sample, faults: Set<string>): Promise<Upload> {
  const upload = await uploadFile(client, sample, randomUUID());
  if (upload.state !== "done" || upload.imageId === null) {
    faults.add(`upload ${upload.state}: ${upload.error}`);
    return upload;
  }
  await waitUntilDone(client, upload.imageId, faults);
  if (sample.secrets.length === 0) return upload;
  await requestDeidentification(client, upload.imageId);
  while (!(await readSlideState(client, upload.imageId)).isDeidentified) await pause(LOOK_EVERY_MS);
  await waitUntilDone(client, upload.imageId, faults);
  return upload;
}

/** Allowed files in the folder of a finished slide. */
const FINISHED_FILES = /^(?:original|pyramid\.tif|levels\.tif|thumbnail\.jpg|tiles)$/;

/** @returns problems. */
async function passStage(server: ServerUnderTest, client: Client, stage: Stage): Promise<string[]> {
  const faults = new Set<string>();
  const sample = await sampleOf(stage.sample);
  const [rowsBefore, filesBefore] = [await countRows(server), await listFiles(server)];
  await dieAt(server, stage.at);
  const watch = watchNewImages(client, faults);
  const uploading = uploadSample(client, sample, faults);
  const hasDied = await Promise.race([
    server.whenEnded().then(() => true),
    // The last moments occur after everything is viewable.
    uploading.then(() => pause(LAST_MOMENTS_MS)).then(() => !server.isRunning()),
  ]);
  if (!hasDied) faults.add("the moment never came");
  if (hasDied) {
    const childLifeMs = await waitForChildren(server);
    if (childLifeMs > MAX_CHILD_LIFE_MS) faults.add(`a child lived on for ${Math.round(childLifeMs)} ms`);
    await server.start(mortally(server));
  }
  const upload = await uploading;
  await watch.end();
  lastImageId = upload.imageId ?? lastImageId;

  await waitForJobs(server, rowsBefore.open_jobs);
  const [rows, files] = [await countRows(server), await listFiles(server)];
  for (const name of ["images", "slide_files", "ready"] as const)
    if (rows[name] !== rowsBefore[name] + 1) faults.add(`${rows[name] - rowsBefore[name]} more ${name}`);
  for (const name of ["open_uploads", "open_jobs"] as const)
    if (rows[name] !== rowsBefore[name]) faults.add(`${rows[name] - rowsBefore[name]} more ${name}`);
  const newUploads = files.uploads.filter((name) => !filesBefore.uploads.includes(name));
  const newFolders = files.slideFolders
    .filter((name) => !filesBefore.slideFolders.includes(name))
    .toSorted((one, other) => Number(other) - Number(one));
  if (newUploads.length > (stage.leaves === "upload" ? 1 : 0)) faults.add(`left in uploads: ${newUploads}`);
  if (newFolders.length > (stage.leaves === "folder" ? 2 : 1)) faults.add(`folders: ${newFolders}`);
  const [folder] = newFolders;
  if (folder === undefined || !(await isStoredWell(server, folder, sample)))
    faults.add("the file is not the one that was sent");
  for (const name of folder ? await readdir(join(server.dataFolder, "slides/1", folder)) : [])
    if (!FINISHED_FILES.test(name)) faults.add(`left with the slide: ${name}`);
  return [...faults];
}

async function waitUntilDone(client: Client, imageId: number, faults: Set<string>): Promise<void> {
  for (;;) {
    const look = await readSlideState(client, imageId);
    for (const fault of look.faults) faults.add(fault);
    if (look.state === "ready" && !look.hasOpenJob) return;
    if (look.state === "failed" || look.state === "missing") {
      faults.add(`the slide is ${look.state}`);
      return;
    }
    await pause(LOOK_EVERY_MS);
  }
}

/** The end of a job is stored shortly after its result is viewable. */
async function waitForJobs(server: ServerUnderTest, most: number): Promise<void> {
  for (let turn = 0; turn < 100 && (await countRows(server)).open_jobs > most; turn += 1) await pause(50);
}

/** Two days later no orphan is left. @returns orphans. */
async function sweep(server: ServerUnderTest): Promise<string[]> {
  const { uploads, slideFolders } = await listFiles(server);
  const then = new Date(Date.now() - TWO_DAYS_MS);
  const folders = slideFolders.map((name) => join("slides/1", name));
  for (const name of [...uploads.map((upload) => join("uploads", upload)), ...folders])
    await utimes(join(server.dataFolder, name), then, then);
  await server.kill();
  await server.start();
  const { slide_files: count } = await countRows(server);
  for (let turn = 0; turn < 100; turn += 1) {
    const left = await listFiles(server);
    if (left.uploads.length === 0 && left.slideFolders.length === count) return [];
    await pause(50);
  }
  const left = await listFiles(server);
  return [...left.uploads, `${left.slideFolders.length} folders of ${count} slides`];
}

for (const { sample, name } of wanted.filter((stage) => !stages.includes(stage)))
  process.stdout.write(`skipped ${sample}: ${name}: ${lackFor(sample)}\n`);
const server = await prepareServer();
try {
  await server.start(mortally(server));
  const token = await signIn(server);
  const client = createClient(server, token);
  let failed = 0;
  for (const stage of stages) {
    const begin = performance.now();
    const faults = await passStage(server, client, stage);
    if (faults.length > 0) failed += 1;
    const seconds = ((performance.now() - begin) / 1000).toFixed(1);
    process.stdout.write(`${faults.length > 0 ? "bad " : "good"} ${seconds} s ${fullName(stage)}\n`);
    for (const fault of faults) process.stdout.write(`     ${fault}\n`);
    if (faults.length > 0) process.stdout.write(`${server.lastOutput()}\n`);
  }
  const { uploads, slideFolders } = await listFiles(server);
  const orphans = uploads.length + slideFolders.length - (await countRows(server)).slide_files;
  const left = await sweep(server);
  for (const name of left) process.stdout.write(`left after two days: ${name}\n`);
  const invariants = await server.runDatabaseTask("invariants");
  if (invariants.status !== 0) process.stdout.write(`${invariants.text}\n`);
  printResult("REL-03 stages", failed === 0 && left.length === 0 && invariants.status === 0 && stages.length > 0, {
    stages: stages.length,
    failed,
    orphans_young: orphans,
    orphans_old: left.length,
  });
} finally {
  await server.close();
}
process.exit();
