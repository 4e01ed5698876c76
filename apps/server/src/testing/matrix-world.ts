/** The site on which the rights matrix is tried: content, and one of each kind of actor. */
import { randomUUID } from "node:crypto";
import { withSite } from "#platform/db/database.ts";
import { insertJob } from "#platform/jobs/job.queries.ts";
import { updateTileSourceHosts } from "#site/site.queries.ts";
import { insertChunk } from "#upload/upload.queries.ts";
import { buildAnnotation } from "./build-annotation.ts";
import { buildCourse, buildFolder } from "./build-content.ts";
import { buildShare, type TestShare } from "./build-share.ts";
import { buildSite, type TestSite } from "./build-site.ts";
import { buildSlide, type TestSlide } from "./build-slide.ts";
import { buildUpload } from "./build-upload.ts";
import { buildUser, type TestUser } from "./build-user.ts";
import { labelledSlide } from "./labelled-slide.ts";
import type { TestServer } from "./test-server.ts";

export const MATRIX_PASSWORD = "a password for the matrix";

/** Whose slides the site allows. */
export const MATRIX_TILE_HOST = "slides.example.org";

export interface MatrixWorld {
  readonly site: TestSite;
  readonly users: Readonly<
    Record<"learner" | "expert" | "teacher" | "administrator" | "suspended" | "expired", TestUser>
  >;
  readonly foreignSite: TestSite;
  readonly foreignAdministrator: TestUser;
  readonly courseId: number;
  readonly folderId: number;
  readonly slide: TestSlide;
  /** A new annotation of an expert who is none of the actors. */
  freshExpertAnnotation(): Promise<number>;
  /** A new upload of the teacher, all chunks but the finish. */
  freshUpload(): Promise<number>;
  /** A new share of the teacher: of the slide, and of the folder. */
  freshShare(): Promise<TestShare>;
  freshFolderShare(): Promise<TestShare>;
  /** A new job that has failed. */
  freshFailedJob(): Promise<number>;
}

export async function buildMatrixWorld(server: TestServer): Promise<MatrixWorld> {
  const site = await buildSite(server);
  const foreignSite = await buildSite(server);
  await buildCourse(foreignSite);
  const courseId = await buildCourse(site);
  const folderId = await buildFolder(site, { parentId: courseId });
  const slide = await buildSlide(site, { parentId: folderId, file: await labelledSlide(server) });
  const teacher = await buildUser(site, { role: "teacher", password: MATRIX_PASSWORD });
  const otherExpert = await buildUser(site, { role: "expert" });
  const { database } = server.platform;
  await withSite(database, site.id, (db) => updateTileSourceHosts(db, site.id, [MATRIX_TILE_HOST]));
  return {
    site,
    foreignSite,
    courseId,
    folderId,
    slide,
    users: {
      learner: await buildUser(site, { role: "learner" }),
      expert: await buildUser(site, { role: "expert" }),
      teacher,
      administrator: await buildUser(site, { role: "administrator" }),
      suspended: await buildUser(site, { role: "administrator", isSuspended: true }),
      expired: await buildUser(site, { role: "administrator", expiresAt: new Date(Date.now() - 1000) }),
    },
    foreignAdministrator: await buildUser(foreignSite, { role: "administrator" }),
    freshExpertAnnotation: () => buildAnnotation(site, { slide, author: otherExpert, title: randomUUID() }),
    async freshUpload() {
      const uploadId = await buildUpload(site, { owner: teacher });
      const sha256 = "0".repeat(64);
      await withSite(database, site.id, (db) => insertChunk(db, site.id, { uploadId, number: 0, sha256 }));
      return uploadId;
    },
    freshShare: () => buildShare(site, { createdBy: teacher, itemId: slide.id }),
    freshFolderShare: () => buildShare(site, { createdBy: teacher, itemId: folderId, shareType: "folder" }),
    freshFailedJob: () =>
      withSite(database, site.id, async (db) => {
        const { id } = await insertJob(db, site.id, { kind: "convertImage", subjectId: slide.slideFileId });
        await db
          .updateTable("job")
          .set({ state: "failed", error: "It failed." })
          .where("site_id", "=", site.id)
          .where("id", "=", id)
          .execute();
        return id;
      }),
  };
}
