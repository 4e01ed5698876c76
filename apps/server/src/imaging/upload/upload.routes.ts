import { AppError, notFound } from "@parfocal/core/errors.ts";
import { spaceNeededBytes } from "@parfocal/core/upload/space-needed.ts";
import {
  ALREADY_HERE,
  createUpload,
  deleteUpload,
  findKnownSlide,
  finishUpload,
  getUpload,
  getUploadSpace,
  listUploads,
  placeKnownSlide,
  putUploadChunk,
  UPLOAD_CHUNK_BYTES,
  type Upload,
} from "@parfocal/core/upload/upload.contract.ts";
import { findItem } from "#item/item.queries.ts";
import type { SiteDb } from "#platform/db/database.ts";
import { removeUpload, reserveUpload } from "#platform/files/upload-files.ts";
import { longRoute, route } from "#platform/http/route.ts";
import { listOpenJobs, requeueFailedJob } from "#platform/jobs/job.queries.ts";
import type { JobRow } from "#platform/jobs/job.table.ts";
import { CHECK_UPLOAD, requestedPlace } from "./check-upload.ts";
import { describeKnownSlide, findImageOfFile, placeImage } from "./known-slide.ts";
import { assertReceiving, receiveChunk } from "./receive-chunk.ts";
import {
  deleteUploadRow,
  findUpload,
  findUploads,
  insertUpload,
  listChunkNumbers,
  listChunkNumbersOfEach,
  listUnfinishedUploads,
  lockUpload,
  updateUpload,
} from "./upload.queries.ts";
import type { UploadRow } from "./upload.table.ts";

const uploadNotFound = () => notFound("Upload");

/** The job that checks an upload; undefined if it is not created yet, or done. */
async function findCheck(db: SiteDb, siteId: number, row: UploadRow): Promise<JobRow | undefined> {
  return (await findChecks(db, siteId, [row])).get(row.id);
}

/** By upload. */
async function findChecks(
  db: SiteDb,
  siteId: number,
  rows: readonly UploadRow[],
): Promise<ReadonlyMap<number, JobRow>> {
  const ids = rows.filter(({ state }) => state === "checking").map(({ id }) => id);
  const jobs = await listOpenJobs(db, siteId, [CHECK_UPLOAD], ids);
  // If there are several, the last one applies.
  return new Map(jobs.map((job) => [job.subject_id, job]));
}

async function present(db: SiteDb, siteId: number, known: UploadRow): Promise<Upload> {
  const [upload] = await presentAll(db, siteId, [known]);
  return upload as Upload;
}

/**
 * In the order of the rows, with a constant number of queries. A check that failed for an internal reason leaves the
 * row and the file unchanged: `finishUpload` retries it.
 */
async function presentAll(db: SiteDb, siteId: number, known: readonly UploadRow[]): Promise<Upload[]> {
  const checks = await findChecks(db, siteId, known);
  const hasFailed = ({ id }: UploadRow) => checks.get(id)?.state === "failed";
  // Between the two queries the file may have been rejected by the same run that then failed the job.
  const again = await findUploads(
    db,
    siteId,
    known.filter(hasFailed).map(({ id }) => id),
  );
  const rows = known.map((row) => again.get(row.id) ?? row);
  const ids = rows.map(({ id }) => id);
  const chunks = await listChunkNumbersOfEach(db, siteId, ids);
  return rows.map((row) => {
    const job = checks.get(row.id);
    return {
      id: row.id,
      filename: row.filename,
      bytes: row.bytes,
      parentId: row.parent_id,
      folders: row.folders,
      chunkBytes: row.chunk_bytes,
      chunkCount: Math.ceil(row.bytes / row.chunk_bytes),
      receivedChunks: chunks.get(row.id) ?? [],
      state: job?.state === "failed" ? "failed" : row.state,
      progress: row.state === "done" ? 1 : (job?.progress ?? 0),
      error: row.error ?? (job?.state === "failed" ? job.error : null),
      fileFault: row.file_fault ?? (job?.state === "failed" ? job.file_fault : null),
      canRetry: job?.state === "failed" && row.state === "checking",
      imageId: row.image_id,
    };
  });
}

const isOwnSlide = (row: UploadRow, userId: number) => row.user_id === userId && row.purpose === "slide";

async function findOwn(db: SiteDb, siteId: number, userId: number, id: number): Promise<UploadRow> {
  const row = await findUpload(db, siteId, id);
  if (!row || !isOwnSlide(row, userId)) throw uploadNotFound();
  return row;
}

export const uploadRoutes = [
  route(getUploadSpace, async ({ platform }) => ({ availableBytes: await platform.folders.freeBytes() })),

  route(listUploads, async ({ db, siteId, caller }) =>
    presentAll(db, siteId, await listUnfinishedUploads(db, siteId, caller.signedIn().id)),
  ),

  route(getUpload, async ({ db, siteId, caller }, { params }) =>
    present(db, siteId, await findOwn(db, siteId, caller.signedIn().id, params.id)),
  ),

  route(createUpload, async ({ db, siteId, caller, platform }, { body }) => {
    if (body.parentId !== null) {
      const parent = await findItem(db, siteId, body.parentId);
      if (parent?.kind !== "course" && parent?.kind !== "folder") {
        throw new AppError("invalid", "A slide can only be placed in a course or folder.", { codes: ["parentId"] });
      }
    }
    if ((await platform.folders.freeBytes()) < spaceNeededBytes([body.bytes])) {
      throw new AppError("outOfSpace", "Not enough space on the server for this file.", {
        codes: ["outOfSpace"],
      });
    }
    const row = await insertUpload(db, siteId, {
      userId: caller.signedIn().id,
      filename: body.filename,
      bytes: body.bytes,
      chunkBytes: UPLOAD_CHUNK_BYTES,
      parentId: body.parentId,
      folders: body.folders,
      drop: body.drop,
    });
    await reserveUpload(platform, { siteId, uploadId: row.id }, body.bytes);
    return present(db, siteId, row);
  }),

  longRoute(putUploadChunk, async ({ siteId, caller, platform, request }, { params }) => {
    await receiveChunk(platform, {
      siteId,
      userId: caller.signedIn().id,
      uploadId: params.id,
      purpose: "slide",
      number: params.number,
      digest: request.headers["content-digest"] as string | undefined,
      body: request.body,
    });
  }),

  route(finishUpload, async ({ db, siteId, caller, platform, afterCommit }, { params, body }) => {
    const row = await lockUpload(db, siteId, params.id);
    if (row && isOwnSlide(row, caller.signedIn().id) && row.state !== "receiving") {
      const check = await findCheck(db, siteId, row);
      if (check && (await requeueFailedJob(db, siteId, check.id))) afterCommit(() => platform.jobs.wake());
      // Otherwise the call is a repetition after a lost response: the first call counts.
      return present(db, siteId, row);
    }
    assertReceiving(row, caller.signedIn().id, "slide");
    const received = await listChunkNumbers(db, siteId, row.id);
    if (received.length !== Math.ceil(row.bytes / row.chunk_bytes)) {
      throw new AppError("conflict", "The upload is incomplete: some parts of the file are missing.", {
        codes: ["chunksMissing"],
      });
    }
    const asksIfKnown = body.ifKnown === "ask";
    if (asksIfKnown && (await findImageOfFile(db, siteId, body.sha256))) {
      throw new AppError("conflict", "This slide already exists.", { codes: [ALREADY_HERE] });
    }
    await updateUpload(db, siteId, row.id, { state: "checking", sha256: body.sha256, is_known_reused: asksIfKnown });
    await platform.jobs.add(db, siteId, { kind: CHECK_UPLOAD, subjectId: row.id });
    afterCommit(() => platform.jobs.wake());
    return present(db, siteId, { ...row, state: "checking" });
  }),

  route(findKnownSlide, async ({ db, siteId }, { query }) => {
    const known = await findImageOfFile(db, siteId, query.sha256);
    return { slide: known ? await describeKnownSlide(db, siteId, known) : null };
  }),

  route(placeKnownSlide, async ({ db, siteId, caller, platform, afterCommit }, { params, body }) => {
    const row = await lockUpload(db, siteId, params.id);
    if (row && isOwnSlide(row, caller.signedIn().id) && row.state === "done") return present(db, siteId, row);
    assertReceiving(row, caller.signedIn().id, "slide");
    const known = await findImageOfFile(db, siteId, body.sha256);
    if (!known) throw new AppError("notFound", "No slide with this file was found.");
    await placeImage(db, siteId, known.imageId, requestedPlace(row));
    const change = { state: "done", sha256: body.sha256, image_id: known.imageId } as const;
    await updateUpload(db, siteId, row.id, change);
    afterCommit(() => removeUpload(platform, { siteId, uploadId: row.id }));
    return present(db, siteId, { ...row, ...change });
  }),

  route(deleteUpload, async ({ db, siteId, caller, platform, afterCommit }, { params }) => {
    const row = await findOwn(db, siteId, caller.signedIn().id, params.id);
    await deleteUploadRow(db, siteId, row.id);
    afterCommit(() => removeUpload(platform, { siteId, uploadId: row.id }));
  }),
];
