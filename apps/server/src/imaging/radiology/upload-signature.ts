/**
 * What says that the server has agreed to an upload: a keyed hash over whose it is and which, so that a host that takes chunks
 * and nothing else could check it without asking the database.
 */
import { createHmac, timingSafeEqual } from "node:crypto";
import { notFound } from "@parfocal/core/errors.ts";
import type { UploadRow } from "#upload/upload.table.ts";

type Signed = Pick<UploadRow, "id" | "site_id" | "user_id">;

export function signatureOf({ id, site_id, user_id }: Signed, key: Buffer): string {
  return createHmac("sha256", key).update(`radiology upload ${site_id} ${user_id} ${id}`).digest("base64url");
}

/** @throws AppError `notFound` for a signature that is not this upload's: it may be of one that is not there. */
export function assertSigned(upload: Signed, key: Buffer, signature: unknown): void {
  const expected = Buffer.from(signatureOf(upload, key));
  const given = Buffer.from(typeof signature === "string" ? signature : "");
  if (given.length === expected.length && timingSafeEqual(given, expected)) return;
  throw notFound("Upload", { codes: ["signature"] });
}
