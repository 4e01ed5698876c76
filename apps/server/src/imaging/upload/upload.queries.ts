import { UPLOAD_EXPIRY_MS, type UploadDrop } from "@parfocal/core/upload/upload.contract.ts";
import { sql } from "kysely";
import type { SiteDb } from "#platform/db/database.ts";
import type { UploadPurpose, UploadRow } from "./upload.table.ts";

interface NewUpload {
  readonly userId: number;
  /** Default: slide. */
  readonly purpose?: UploadPurpose;
  readonly filename: string;
  readonly bytes: number;
  readonly chunkBytes: number;
  readonly parentId: number | null;
  /** Below the parent, from the top down. */
  readonly folders?: readonly string[];
  readonly drop?: UploadDrop | null;
}

export function insertUpload(db: SiteDb, siteId: number, upload: NewUpload): Promise<UploadRow> {
  return db
    .insertInto("upload")
    .values({
      site_id: siteId,
      user_id: upload.userId,
      purpose: upload.purpose ?? "slide",
      filename: upload.filename,
      bytes: upload.bytes,
      chunk_bytes: upload.chunkBytes,
      parent_id: upload.parentId,
      folders: [...(upload.folders ?? [])],
      drop_key: upload.drop?.key ?? null,
      drop_number: upload.drop?.number ?? null,
      error: null,
      sha256: null,
      image_id: null,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

export function findUpload(db: SiteDb, siteId: number, id: number): Promise<UploadRow | undefined> {
  return db.selectFrom("upload").selectAll().where("site_id", "=", siteId).where("id", "=", id).executeTakeFirst();
}

/** Its row locked until the transaction ends. */
export function lockUpload(db: SiteDb, siteId: number, id: number): Promise<UploadRow | undefined> {
  return db
    .selectFrom("upload")
    .selectAll()
    .where("site_id", "=", siteId)
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirst();
}

export function listUnfinishedUploads(
  db: SiteDb,
  siteId: number,
  userId: number,
  purpose: UploadPurpose = "slide",
): Promise<UploadRow[]> {
  return db
    .selectFrom("upload")
    .selectAll()
    .where("site_id", "=", siteId)
    .where("purpose", "=", purpose)
    .where("user_id", "=", userId)
    .where("state", "!=", "done")
    .orderBy("id")
    .execute();
}

/** Ascending. */
export async function listChunkNumbers(db: SiteDb, siteId: number, uploadId: number): Promise<number[]> {
  const rows = await db
    .selectFrom("upload_chunk")
    .select("number")
    .where("site_id", "=", siteId)
    .where("upload_id", "=", uploadId)
    .orderBy("number")
    .execute();
  return rows.map((row) => row.number);
}

/** Chunk numbers of several uploads, ascending, by upload; uploads without chunks are omitted. */
export async function listChunkNumbersOfEach(
  db: SiteDb,
  siteId: number,
  uploadIds: readonly number[],
): Promise<ReadonlyMap<number, number[]>> {
  if (uploadIds.length === 0) return new Map();
  const rows = await db
    .selectFrom("upload_chunk")
    .select([
      "upload_id",
      (eb) => sql<number[]>`array_agg(${eb.ref("number")} ORDER BY ${eb.ref("number")})`.as("numbers"),
    ])
    .where("site_id", "=", siteId)
    .where("upload_id", "in", [...uploadIds])
    .groupBy("upload_id")
    .execute();
  return new Map(rows.map(({ upload_id, numbers }) => [upload_id, numbers]));
}

/** By ID; deleted uploads are omitted. */
export async function findUploads(
  db: SiteDb,
  siteId: number,
  ids: readonly number[],
): Promise<ReadonlyMap<number, UploadRow>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom("upload")
    .selectAll()
    .where("site_id", "=", siteId)
    .where("id", "in", [...ids])
    .execute();
  return new Map(rows.map((row) => [row.id, row]));
}

export function findChunk(
  db: SiteDb,
  siteId: number,
  uploadId: number,
  number: number,
): Promise<{ sha256: string } | undefined> {
  return db
    .selectFrom("upload_chunk")
    .select("sha256")
    .where("site_id", "=", siteId)
    .where("upload_id", "=", uploadId)
    .where("number", "=", number)
    .executeTakeFirst();
}

/** Call with the upload's row locked. @returns false if another chunk with this number was stored first. */
export async function insertChunk(
  db: SiteDb,
  siteId: number,
  chunk: { uploadId: number; number: number; sha256: string },
): Promise<boolean> {
  const inserted = await db
    .insertInto("upload_chunk")
    .values({ site_id: siteId, upload_id: chunk.uploadId, number: chunk.number, sha256: chunk.sha256 })
    .onConflict((conflict) => conflict.doNothing())
    .returning("number")
    .executeTakeFirst();
  await db
    .updateTable("upload")
    .set({ last_chunk_at: sql`now()` })
    .where("site_id", "=", siteId)
    .where("id", "=", chunk.uploadId)
    .execute();
  return inserted !== undefined;
}

type UploadChange = Partial<
  Pick<UploadRow, "state" | "error" | "file_fault" | "sha256" | "image_id" | "radiology_id" | "is_known_reused">
>;

export async function updateUpload(db: SiteDb, siteId: number, id: number, change: UploadChange): Promise<void> {
  await db.updateTable("upload").set(change).where("site_id", "=", siteId).where("id", "=", id).execute();
}

export async function deleteUploadRow(db: SiteDb, siteId: number, id: number): Promise<void> {
  await db.deleteFrom("upload").where("site_id", "=", siteId).where("id", "=", id).execute();
}

/**
 * Deletes the rows of uploads that were not resumed and have no job.
 *
 * @param jobKinds of the jobs that check an upload. @param now current time, ms since the epoch. @returns their ids.
 */
export async function deleteExpiredUploads(
  db: SiteDb,
  siteId: number,
  jobKinds: readonly string[],
  now: number,
): Promise<number[]> {
  const rows = await db
    .deleteFrom("upload")
    .where("site_id", "=", siteId)
    .where("last_chunk_at", "<", new Date(now - UPLOAD_EXPIRY_MS))
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom("job")
            .select("job.id")
            .where("job.site_id", "=", siteId)
            .where("job.kind", "in", [...jobKinds])
            .whereRef("job.subject_id", "=", "upload.id")
            .where("job.state", "in", ["queued", "running"]),
        ),
      ),
    )
    .returning("id")
    .execute();
  return rows.map((row) => row.id);
}
