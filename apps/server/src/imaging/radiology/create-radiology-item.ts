/** Creates a radiology item from a complete upload; repeated calls create only one. */
import type { BodyOf } from "@parfocal/core/call.contract.ts";
import { AppError } from "@parfocal/core/errors.ts";
import { titleOfZip } from "@parfocal/core/radiology/radiology-limits.ts";
import type { createRadiology } from "@parfocal/core/radiology/radiology-upload.contract.ts";
import { insertItem } from "#item/item.queries.ts";
import type { SiteDb } from "#platform/db/database.ts";
import type { RouteContext } from "#platform/http/route.ts";
import type { Platform } from "#platform/platform.ts";
import { assertReceiving } from "#upload/receive-chunk.ts";
import { listChunkNumbers, lockUpload, updateUpload } from "#upload/upload.queries.ts";
import type { UploadRow } from "#upload/upload.table.ts";
import { placeRadiology } from "./place-radiology.ts";
import { insertRadiology, insertStudy } from "./radiology.queries.ts";
import { UNPACK_RADIOLOGY } from "./unpack-upload.ts";
import { assertSigned } from "./upload-signature.ts";

type Input = BodyOf<typeof createRadiology>;
type Context = Pick<RouteContext, "db" | "siteId" | "caller" | "platform" | "afterCommit">;

/**
 * @returns the item's id. @throws AppError `notFound` for an upload that is not the caller's, `conflict` if chunks are
 * missing.
 */
export async function createRadiologyItem(
  { db, siteId, caller, platform, afterCommit }: Context,
  { uploadId, signature, sha256, title, subtitle, summary }: Input,
): Promise<number> {
  const userId = caller.signedIn().id;
  assertSigned({ id: uploadId, site_id: siteId, user_id: userId }, platform.nonceKey, signature);
  const row = await lockUpload(db, siteId, uploadId);
  if (row?.user_id === userId && row.radiology_id !== null) return row.radiology_id;
  assertReceiving(row, userId, "radiology");
  if ((await listChunkNumbers(db, siteId, uploadId)).length !== Math.ceil(row.bytes / row.chunk_bytes))
    throw new AppError("conflict", "The upload is incomplete: some parts of the file are missing.", {
      codes: ["chunksMissing"],
    });
  const id = await makeOfUpload(db, platform, row, { sha256, title, subtitle, summary });
  afterCommit(() => platform.jobs.wake());
  return id;
}

/** For a complete upload. Wake the jobs after the commit. @returns the item's ID. */
export async function makeOfUpload(
  db: SiteDb,
  platform: Platform,
  upload: UploadRow,
  { sha256, title, subtitle, summary }: Pick<Input, "sha256" | "title" | "subtitle" | "summary">,
): Promise<number> {
  const { id: uploadId, site_id: siteId, user_id: createdBy, parent_id: parentId } = upload;
  const { id } = await insertItem(db, siteId, {
    kind: "radiology",
    title: title ?? titleOfZip(upload.filename),
    subtitle,
    summary,
    createdBy,
  });
  const study = await insertStudy(db, siteId, uploadId);
  await insertRadiology(db, siteId, { itemId: id, studyId: study.id });
  if (parentId !== null) await placeRadiology(db, siteId, { id, parentId });
  await updateUpload(db, siteId, uploadId, { state: "checking", sha256, radiology_id: id });
  await platform.jobs.add(db, siteId, { kind: UNPACK_RADIOLOGY, subjectId: uploadId });
  return id;
}
