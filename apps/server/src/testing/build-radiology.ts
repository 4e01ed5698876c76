/** Radiology items created without an upload, from a zip that contains patient data in every field. */
import { mkdir, rm, writeFile } from "node:fs/promises";
import { RADIOLOGY_CHUNK_BYTES } from "@parfocal/core/radiology/radiology-limits.ts";
import { unpackRadiology } from "@parfocal/slides/radiology/unpack-radiology.ts";
import { buildRadiologyZip } from "@parfocal/slides/testing/build-radiology.ts";
import { insertItem } from "#item/item.queries.ts";
import { withSite } from "#platform/db/database.ts";
import { writeFully } from "#platform/files/slide-folders.ts";
import { completeStudy, insertRadiology, insertStudy } from "#radiology/radiology.queries.ts";
import { studyFolder } from "#radiology/unpack-upload.ts";
import { insertUpload } from "#upload/upload.queries.ts";
import { place } from "./build-content.ts";
import type { TestSite } from "./build-site.ts";
import type { TestUser } from "./build-user.ts";

export interface TestRadiology {
  readonly id: number;
  /** Version in its image URLs. */
  readonly version: number;
}

/** Ready, with one series. @param slices slice n has the value 100 * (n + 1) in each pixel. */
export async function buildRadiology(
  site: TestSite,
  { parentId, slices = 3, title = "A CT" }: { parentId: number; slices?: number; title?: string },
): Promise<TestRadiology> {
  const { platform } = site.server;
  const { id, version } = await withSite(platform.database, site.id, async (db) => {
    const item = await insertItem(db, site.id, { kind: "radiology", title, createdBy: null });
    const study = await insertStudy(db, site.id, null);
    await insertRadiology(db, site.id, { itemId: item.id, studyId: study.id });
    return { id: item.id, version: study.id };
  });
  const folder = studyFolder(platform, site.id, version);
  await mkdir(folder, { recursive: true });
  const zipPath = `${folder}.zip`;
  await writeFile(zipPath, buildRadiologyZip(slices));
  const found = await unpackRadiology({ zipPath, folder }, () => {});
  await rm(zipPath);
  await withSite(platform.database, site.id, (db) => completeStudy(db, site.id, version, found));
  await place(site, { parentId, itemId: id });
  return { id, version };
}

/** A person's announced radiology upload of which no bytes were sent. @returns its ID. */
export async function buildRadiologyUpload(
  site: TestSite,
  { owner, bytes = 8, filename = "examination.zip" }: { owner: TestUser; bytes?: number; filename?: string },
): Promise<number> {
  const { database, folders } = site.server.platform;
  const input = { purpose: "radiology", filename, bytes, chunkBytes: RADIOLOGY_CHUNK_BYTES, parentId: null } as const;
  const { id } = await withSite(database, site.id, (db) => insertUpload(db, site.id, { userId: owner.id, ...input }));
  await writeFully(folders.upload(site.id, id), Buffer.alloc(bytes));
  return id;
}
