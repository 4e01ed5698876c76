/**
 * REL-04: acknowledged data is on the disk before its response is sent. strace traces the server and its database while
 * an upload is sent chunk by chunk and answers of an attempt are saved one by one. For each chunk, the file is synced
 * between its last write and its response, and then the database's log; for each saved answer, the log. The names of
 * the received file and of the finished one are synced with their folders. Then a file is uploaded that is converted:
 * the contents of each file of its slide are synced before the file gets its name.
 *
 * Usage, with strace: node lab/order-of-writes.ts [--chunks 50] [--answers 50]
 *
 * A power failure cannot be simulated on most machines; the order of the calls is the substitute.
 */
import { randomBytes } from "node:crypto";
import { realpath } from "node:fs/promises";
import { join } from "node:path";
import { UPLOAD_CHUNK_BYTES } from "@parfocal/core/upload/upload.contract.ts";
import { queryDatabase } from "./database-of.ts";
import { addExam, Sitting } from "./exam/exam.ts";
import { endWithin, numberFromCommandLine, printFaults, printResult } from "./figures.ts";
import { sampleOf } from "./kill-stages/samples.ts";
import { addLearners } from "./learners.ts";
import { type Exchange, exchangesOf, readTrace, type SystemCall } from "./order-of-writes/read-trace.ts";
import { isStraceInstalled, type Trace, traceServer } from "./order-of-writes/strace.ts";
import { findContentFaults, findNameFaults, findRangeFault, isLogSynced } from "./order-of-writes/unsynced.ts";
import { prepareServer, type ServerUnderTest, signIn } from "./server-under-test.ts";
import { settledImage, uploadFile } from "./upload-file.ts";

const DURATION_S = 3_600;

const chunks = numberFromCommandLine("chunks", 50);
const answers = numberFromCommandLine("answers", 50);
endWithin(180_000 + (chunks + answers) * 4_000);

/** A slide with this number of chunks: bytes after the end of a TIFF file are not read. */
async function makeSlide(): Promise<Buffer> {
  const { bytes } = await sampleOf("svs");
  return Buffer.concat([bytes, randomBytes(Math.max(0, chunks * UPLOAD_CHUNK_BYTES - bytes.length))]);
}

interface Acknowledged {
  readonly uploadId: number;
  readonly bytes: number;
  /** Path of the finished file. */
  readonly original: string;
  /** Folder of the slide that was converted. */
  readonly converted: string;
  readonly quizId: number;
  readonly refusals: readonly string[];
}

/** Each request waits for the response to the previous one. */
async function uploadAndAnswer(server: ServerUnderTest, token: string, root: string): Promise<Acknowledged> {
  const slide = await makeSlide();
  const { upload } = await uploadFile(server, token, slide, "slide.svs");
  const refusals = upload.state === "done" ? [] : [`the upload is ${upload.state}: ${upload.error}`];
  const original = join(await newestSlideFolder(server, root), "original");
  const quizId = await addExam(server, token, DURATION_S);
  for (const learner of await addLearners(server, 1)) {
    const sitting = new Sitting(server, quizId, learner);
    await sitting.start();
    for (let count = 0; count < answers; count += 1) await sitting.save();
    refusals.push(...sitting.failures);
  }
  const converted = await convertOne(server, token, root);
  return { uploadId: upload.id, bytes: slide.length, original, converted, quizId, refusals };
}

/** @returns the folder of the slide, once its conversion is finished. */
async function convertOne(server: ServerUnderTest, token: string, root: string): Promise<string> {
  const { bytes } = await sampleOf("zippedPicture");
  const { upload } = await uploadFile(server, token, bytes, "picture.zip");
  const { imageId } = upload;
  if (imageId === null) throw new Error(`the upload is ${upload.state}: ${upload.error}`);
  const { state } = await settledImage(server, token, imageId);
  if (state !== "ready") throw new Error(`the converted slide is ${state}`);
  return newestSlideFolder(server, root);
}

async function newestSlideFolder(server: ServerUnderTest, root: string): Promise<string> {
  const [file] = await queryDatabase<{ id: string }>(server, "SELECT id FROM slide_file ORDER BY id DESC LIMIT 1");
  return join(root, "slides/1", file?.id ?? "");
}

const faultsOfChunk =
  (calls: readonly SystemCall[], path: string, bytes: number) => (at: number, exchange?: Exchange) => {
    if (exchange?.status !== 204) return [`chunk ${at}: no answer in the trace`];
    const position = at * UPLOAD_CHUNK_BYTES;
    const range = { path, position, length: Math.min(UPLOAD_CHUNK_BYTES, bytes - position) };
    const found = findRangeFault(calls, range, exchange.answered);
    if (found.fault !== null) return [`chunk ${at}: ${found.fault}`];
    const isKnown = isLogSynced(calls, { after: found.synced, before: exchange.answered });
    return isKnown ? [] : [`chunk ${at}: no sync of the database's log between the file and the answer`];
  };

function faultsOfAnswer(calls: readonly SystemCall[], at: number, exchange: Exchange | undefined): string[] {
  if (exchange?.status !== 200) return [`answer ${at}: none in the trace`];
  const isKnown = isLogSynced(calls, { after: exchange.asked, before: exchange.answered });
  return isKnown ? [] : [`answer ${at}: no sync of the database's log between the request and the answer`];
}

/**
 * The received file has a name before its first chunk is acknowledged, the finished one before it is reported as done.
 */
function faultsOfNames(
  calls: readonly SystemCall[],
  { received, original }: { received: string; original: string },
  { firstChunk, done }: { firstChunk: Exchange | undefined; done: Exchange | undefined },
): string[] {
  if (!firstChunk || !done) return ["the upload is not in the trace"];
  const finished = findNameFaults(calls, original, done.answered);
  const isKnown = isLogSynced(calls, { after: finished.synced, before: done.answered });
  return [
    ...findNameFaults(calls, received, firstChunk.answered).faults,
    ...finished.faults,
    ...(isKnown ? [] : ["no sync of the database's log between the finished file's folder and the answer"]),
  ];
}

function judge(text: string, root: string, acknowledged: Acknowledged): void {
  const { uploadId, bytes, original, converted, quizId, refusals } = acknowledged;
  const calls = readTrace(text);
  const exchanges = exchangesOf(calls);
  const received = join(root, "uploads", `1-${uploadId}`);
  const ofChunk = faultsOfChunk(calls, received, bytes);
  const chunkRequest = (at: number) =>
    exchanges.find(({ request }) => request === `PUT /api/v2/upload/${uploadId}/chunk/${at}`);
  const chunkCount = Math.ceil(bytes / UPLOAD_CHUNK_BYTES);
  const chunkFaults = Array.from({ length: chunkCount }, (_, at) => ofChunk(at, chunkRequest(at)));
  // The first one starts the attempt.
  const saves = exchanges.filter(({ request }) => request === `POST /api/v2/quiz/${quizId}/answer`).slice(1);
  const answerFaults = Array.from({ length: answers }, (_, at) => faultsOfAnswer(calls, at, saves[at]));
  const done = exchanges.findLast(({ request }) => request === `GET /api/v2/upload/${uploadId}`);
  const nameFaults = faultsOfNames(calls, { received, original }, { firstChunk: chunkRequest(0), done });
  const contents = findContentFaults(calls, converted);
  const contentFaults = contents.count > 0 ? contents.faults : [`no file got a name in ${converted}`];
  const faults = [...refusals, ...chunkFaults.flat(), ...answerFaults.flat(), ...nameFaults, ...contentFaults];
  printFaults(faults);
  const count = (found: readonly (readonly string[])[]) => found.filter(({ length }) => length === 0).length;
  printResult("REL-04", faults.length === 0, {
    chunks: `${count(chunkFaults)}/${chunkCount}`,
    answers: `${count(answerFaults)}/${answers}`,
    names_not_synced: nameFaults.length,
    contents: `${contents.count - contents.faults.length}/${contents.count}`,
    refused: refusals.length,
    calls: calls.length,
  });
}

function skip(reason: string): never {
  process.stdout.write(`SKIP REL-04: ${reason}\n`);
  process.exit();
}

if (!isStraceInstalled()) skip("strace is not installed (Debian package strace)");
const server = await prepareServer();
try {
  await server.start();
  const token = await signIn(server);
  const root = await realpath(server.dataFolder);
  const trace: Trace | string = await traceServer(server);
  if (typeof trace === "string") skip(`strace may not follow the server: ${trace}`);
  const acknowledged = await uploadAndAnswer(server, token, root);
  judge(await trace.end(), root, acknowledged);
} finally {
  await server.close();
}
process.exit();
