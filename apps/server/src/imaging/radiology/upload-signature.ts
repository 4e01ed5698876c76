/**
 * Proof that the server accepted an upload: a keyed hash of its owner and ID, so that a host that only receives chunks
 * can check it without a database.
 */
import { createHmac, timingSafeEqual } from "node:crypto";
import { notFound } from "@parfocal/core/errors.ts";
import type { UploadRow } from "#upload/upload.table.ts";

type Signed = Pick<UploadRow, "id" | "site_id" | "user_id">;

export function signatureOf({ id, site_id, user_id }: Signed, key: Buffer): string {
  return createHmac("sha256", key).update(`radiology upload ${site_id} ${user_id} ${id}`).digest("base64url");
}

/** @throws AppError `notFound` for a signature of another upload: its existence is not revealed. */
export function assertSigned(upload: Signed, key: Buffer, signature: unknown): void {
  const expected = Buffer.from(signatureOf(upload, key));
  const given = Buffer.from(typeof signature === "string" ? signature : "");
  if (given.length === expected.length && timingSafeEqual(given, expected)) return;
  throw notFound("Upload", { codes: ["signature"] });
}
