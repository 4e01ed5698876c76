import { AppError, notFound } from "@parfocal/core/errors.ts";
import {
  RADIOLOGY_CHUNK_BYTES,
  RADIOLOGY_FILE_FAULTS,
  RADIOLOGY_MAX_FILES,
  radiologyFileFault,
  radiologySpaceNeededBytes,
} from "@parfocal/core/radiology/radiology-limits.ts";
import {
  createRadiology,
  createRadiologyToken,
  deleteRadiologyUpload,
  getRadiologyUpload,
  headRadiologyUpload,
  listRadiologyUploads,
  putRadiologyChunk,
  type RadiologyUpload,
  UPLOAD_SIGNATURE_HEADER,
} from "@parfocal/core/radiology/radiology-upload.contract.ts";
import type { SiteDb } from "#platform/db/database.ts";
import { removeUpload, reserveUpload } from "#platform/files/upload-files.ts";
import { longRoute, type Route, route } from "#platform/http/route.ts";
import type { Platform } from "#platform/platform.ts";
import { receiveChunk } from "#upload/receive-chunk.ts";
import {
  deleteUploadRow,
  findUpload,
  insertUpload,
  listChunkNumbers,
  listChunkNumbersOfEach,
  listUnfinishedUploads,
  lockUpload,
} from "#upload/upload.queries.ts";
import type { UploadRow } from "#upload/upload.table.ts";
import { createRadiologyItem } from "./create-radiology-item.ts";
import { assertMayLieIn } from "./place-radiology.ts";
import { assertSigned, signatureOf } from "./upload-signature.ts";

const uploadNotFound = () => notFound("Upload");
const GIB = 2 ** 30;

async function present(db: SiteDb, platform: Platform, row: UploadRow): Promise<RadiologyUpload> {
  const [upload] = await presentAll(db, platform, row.site_id, [row]);
  return upload as RadiologyUpload;
}

/** In the order of the rows, with a single query. */
async function presentAll(
  db: SiteDb,
  { nonceKey }: Platform,
  siteId: number,
  rows: readonly UploadRow[],
): Promise<RadiologyUpload[]> {
  const ids = rows.map(({ id }) => id);
  const chunks = await listChunkNumbersOfEach(db, siteId, ids);
  return rows.map((row) => ({
    id: row.id,
    signature: signatureOf(row, nonceKey),
    filename: row.filename,
    bytes: row.bytes,
    parentId: row.parent_id,
    chunkBytes: row.chunk_bytes,
    chunkCount: Math.ceil(row.bytes / row.chunk_bytes),
    receivedChunks: chunks.get(row.id) ?? [],
  }));
}

/** An incomplete upload of the caller. @param find `lockUpload`: it stays incomplete until the transaction ends. */
async function findOwn(
  db: SiteDb,
  siteId: number,
  userId: number,
  id: number,
  find: typeof findUpload = findUpload,
): Promise<UploadRow> {
  const row = await find(db, siteId, id);
  if (row?.user_id !== userId || row.purpose !== "radiology" || row.state !== "receiving") throw uploadNotFound();
  return row;
}

async function assertRoom(platform: Platform, bytes: number): Promise<void> {
  const needed = radiologySpaceNeededBytes(bytes);
  const free = await platform.folders.freeBytes();
  if (free >= needed) return;
  const inGib = (size: number) => (size / GIB).toFixed(1);
  throw new AppError(
    "outOfSpace",
    `Not enough space on the server: ${inGib(needed)} GiB needed, ${inGib(free)} GiB free.`,
    { codes: ["outOfSpace"] },
  );
}

/** Ascending numbers as ranges: `0-4,7`. */
function rangesOf(numbers: readonly number[]): string {
  const ranges: [first: number, last: number][] = [];
  for (const number of numbers) {
    const last = ranges.at(-1);
    if (last && last[1] === number - 1) last[1] = number;
    else ranges.push([number, number]);
  }
  return ranges.map(([first, last]) => (first === last ? `${first}` : `${first}-${last}`)).join(",");
}

export const radiologyUploadRoutes: readonly Route[] = [
  route(createRadiologyToken, async ({ db, siteId, caller, platform }, { body }) => {
    const { filename, bytes, parentId } = body;
    const userId = caller.signedIn().id;
    const fault = radiologyFileFault(body);
    if (fault) throw new AppError("invalid", RADIOLOGY_FILE_FAULTS[fault], { codes: [fault] });
    if (parentId !== null) await assertMayLieIn(db, siteId, parentId);
    const unfinished = (await listUnfinishedUploads(db, siteId, userId, "radiology")).filter(
      ({ state }) => state === "receiving",
    );
    if (unfinished.length >= RADIOLOGY_MAX_FILES)
      throw new AppError("conflict", `You can upload up to ${RADIOLOGY_MAX_FILES} files at once.`, {
        codes: ["tooManyUploads"],
      });
    await assertRoom(platform, bytes);
    const row = await insertUpload(db, siteId, {
      userId,
      purpose: "radiology",
      filename,
      bytes,
      chunkBytes: RADIOLOGY_CHUNK_BYTES,
      parentId,
    });
    await reserveUpload(platform, { siteId, uploadId: row.id }, bytes);
    return present(db, platform, row);
  }),

  route(listRadiologyUploads, async ({ db, siteId, caller, platform }) => {
    const rows = await listUnfinishedUploads(db, siteId, caller.signedIn().id, "radiology");
    const receiving = rows.filter(({ state }) => state === "receiving");
    return presentAll(db, platform, siteId, receiving);
  }),

  // Registered before the GET of the same path, which would answer it otherwise.
  route(headRadiologyUpload, async ({ db, siteId, caller, reply }, { params }) => {
    const row = await findOwn(db, siteId, caller.signedIn().id, params.id);
    const chunks = await listChunkNumbers(db, siteId, row.id);
    const missing = chunks.findIndex((number, index) => number !== index);
    const whole = missing === -1 ? chunks.length : missing;
    reply
      .header("upload-length", row.bytes)
      .header("upload-offset", Math.min(row.bytes, whole * row.chunk_bytes))
      .header("upload-chunks", rangesOf(chunks));
  }),

  route(getRadiologyUpload, async ({ db, siteId, caller, platform }, { params }) =>
    present(db, platform, await findOwn(db, siteId, caller.signedIn().id, params.id)),
  ),

  longRoute(putRadiologyChunk, async ({ siteId, caller, platform, request }, { params }) => {
    const userId = caller.signedIn().id;
    const signature = request.headers[UPLOAD_SIGNATURE_HEADER];
    assertSigned({ id: params.id, site_id: siteId, user_id: userId }, platform.nonceKey, signature);
    await receiveChunk(platform, {
      siteId,
      userId,
      uploadId: params.id,
      purpose: "radiology",
      number: params.number,
      digest: request.headers["content-digest"] as string | undefined,
      body: request.body,
    });
  }),

  route(createRadiology, async (context, { body }) => ({ id: await createRadiologyItem(context, body) })),

  route(deleteRadiologyUpload, async ({ db, siteId, caller, platform, afterCommit }, { params }) => {
    const row = await findOwn(db, siteId, caller.signedIn().id, params.id, lockUpload);
    await deleteUploadRow(db, siteId, row.id);
    afterCommit(() => removeUpload(platform, { siteId, uploadId: row.id }));
  }),
];
