/** Clears away what nobody will ask for again: at start, and each hour. */
import { readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { UPLOAD_EXPIRY_MS } from "@parfocal/core/upload/upload.contract.ts";
import { withSite } from "#platform/db/database.ts";
import { deleteOldKeys } from "#platform/http/idempotency.ts";
import type { Platform } from "#platform/platform.ts";
import { deleteOldFailures, deleteOldSessions } from "#session/session.queries.ts";
import { deleteExpiredUploads } from "#upload/upload.queries.ts";

const EVERY_MS = 60 * 60 * 1000;

export function startJanitor(platform: Platform): { stop(): void } {
  const tidy = () =>
    clearAway(platform).catch((error: unknown) =>
      platform.log.warn({ err: error }, "clearing away failed; it is tried again"),
    );
  void tidy();
  const timer = setInterval(tidy, EVERY_MS);
  timer.unref();
  return { stop: () => clearInterval(timer) };
}

export async function clearAway(platform: Platform): Promise<void> {
  const { database, folders } = platform;
  const sites = await database.selectFrom("site").select("id").execute();
  for (const { id: siteId } of sites) {
    const expired = await withSite(database, siteId, async (db) => {
      await deleteOldKeys(db, siteId);
      await deleteOldSessions(db, siteId);
      await deleteOldFailures(db, siteId);
      return deleteExpiredUploads(db, siteId);
    });
    for (const id of expired) await rm(folders.upload(siteId, id), { force: true });
  }
  await removeStrayUploads(platform);
}

/** Files of uploads whose row is gone, left by a kill between the two. */
async function removeStrayUploads({ database, folders }: Platform): Promise<void> {
  for (const name of await readdir(folders.uploads)) {
    const match = /^(\d+)-(\d+)$/.exec(name);
    if (!match) continue;
    const path = join(folders.uploads, name);
    const { mtimeMs } = await stat(path);
    if (Date.now() - mtimeMs < UPLOAD_EXPIRY_MS) continue;
    const [siteId, id] = [Number(match[1]), Number(match[2])];
    const row = await withSite(database, siteId, (db) =>
      db.selectFrom("upload").select("id").where("site_id", "=", siteId).where("id", "=", id).executeTakeFirst(),
    );
    if (!row) await rm(path, { force: true });
  }
}
