/** The site on which the rights matrix is tested: content, and one person for each actor. */
import { randomUUID } from "node:crypto";
import { replaceOwnThumbnail } from "#image/own-thumbnail.queries.ts";
import { setMediaFileDeleted } from "#media/media.queries.ts";
import { withSite } from "#platform/db/database.ts";
import { insertJob } from "#platform/jobs/job.queries.ts";
import { updateTileSourceHosts } from "#site/site.queries.ts";
import { removeItems } from "#structure/remove-items.ts";
import { insertChunk } from "#upload/upload.queries.ts";
import { buildAnnotation, buildDeletedAnnotation } from "./build-annotation.ts";
import { buildAttachment } from "./build-attachment.ts";
import { buildCellAnalysis } from "./build-cell-analysis.ts";
import { buildComment } from "./build-comment.ts";
import { buildCourse, buildFolder, buildItem } from "./build-content.ts";
import { buildCustomField } from "./build-custom-field.ts";
import { buildMedia, buildMediaFolder } from "./build-media.ts";
import { buildNote } from "./build-note.ts";
import { buildShare, type TestShare } from "./build-share.ts";
import { buildSite, type TestSite } from "./build-site.ts";
import { buildSlide, type TestSlide } from "./build-slide.ts";
import { buildUpload } from "./build-upload.ts";
import { buildUser, type TestUser } from "./build-user.ts";
import { buildUserGroup } from "./build-user-group.ts";
import { buildWorkGroup } from "./build-work-group.ts";
import { labelledSlide } from "./labelled-slide.ts";
import type { SharedTestServer } from "./test-server.ts";

export const MATRIX_PASSWORD = "a password for the matrix";

/** Host from which the site allows external slides. */
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
  /**
   * A course with a folder that is assigned to a user group; its members are the learner, the expert, the teacher and
   * the administrator.
   */
  readonly userGroup: { readonly groupId: number; readonly courseId: number; readonly folderId: number };
  /** A new annotation of an expert who is not one of the actors. */
  freshExpertAnnotation(): Promise<number>;
  /** A new annotation of a learner who is not one of the actors. */
  freshStudentAnnotation(): Promise<number>;
  /** A new annotation of that expert, in the bin. */
  freshDeletedAnnotation(): Promise<number>;
  /** A new comment of the learner on a new annotation of the learner. */
  freshComment(): Promise<number>;
  freshDeletedComment(): Promise<number>;
  /** A new annotation of that expert, with a comment of the expert. */
  freshThread(): Promise<{ readonly annotationId: number; readonly commentId: number }>;
  /** A new upload of the teacher: all chunks sent, not finished. */
  freshUpload(): Promise<number>;
  /** A new share of the teacher: of the slide, and of the folder. */
  freshShare(): Promise<TestShare>;
  freshFolderShare(): Promise<TestShare>;
  /** A new job that has failed. */
  freshFailedJob(): Promise<number>;
  /** A new custom field for slides, with a value for the slide. */
  freshCustomField(): Promise<number>;
  /** A new thumbnail of the slide, captured by an editor. */
  freshThumbnail(): Promise<number>;
  /** A new item with a title only, in the folder; for courses: a new course. */
  freshItem(kind: "folder" | "page" | "course"): Promise<number>;
  /** A new page that was removed from the folder: its entry in the bin. */
  freshBinEntry(): Promise<number>;
  /** A new attachment of the slide. */
  freshAttachment(): Promise<number>;
  /** A new file of the media library, a removed one, and a folder. */
  freshMedia(): Promise<number>;
  freshDeletedMedia(shelf: "media" | "document"): Promise<number>;
  freshMediaFolder(): Promise<number>;
  /** A new document: an image. */
  freshDocument(): Promise<number>;
  /** A new work group of the expert, with the learner as a member. */
  freshWorkGroup(): Promise<number>;
  /** The same, deleted. */
  freshDeletedWorkGroup(): Promise<number>;
  /** A new note of the learner's own on the slide. */
  freshNote(): Promise<number>;
  /** The same, deleted. */
  freshDeletedNote(): Promise<number>;
  /** A new finished cell analysis of the learner on a separate slide. */
  freshCellAnalysis(): Promise<number>;
  /** A new finished count-first cell analysis of the expert, on a separate slide. */
  freshCountFirst(): Promise<number>;
  /** A slide with pixels and a pixel size, independent of changes to the world's own slide. */
  freshSlide(): Promise<TestSlide>;
  freshDeletedCellAnalysis(): Promise<number>;
}

export async function buildMatrixWorld(
  server: SharedTestServer,
  { isContentPublic = false }: { isContentPublic?: boolean } = {},
): Promise<MatrixWorld> {
  const site = await buildSite(server, { isContentPublic });
  const foreignSite = await buildSite(server);
  await buildCourse(foreignSite);
  const courseId = await buildCourse(site);
  const folderId = await buildFolder(site, { parentId: courseId });
  const slide = await buildSlide(site, { parentId: folderId, file: await labelledSlide(server) });
  const teacher = await buildUser(site, { role: "teacher", password: MATRIX_PASSWORD });
  const { database } = server.platform;
  await withSite(database, site.id, (db) => updateTileSourceHosts(db, site.id, [MATRIX_TILE_HOST]));
  const learner = await buildUser(site, { role: "learner" });
  const expert = await buildUser(site, { role: "expert" });
  const administrator = await buildUser(site, { role: "administrator" });
  const users = {
    learner,
    expert,
    teacher,
    administrator,
    suspended: await buildUser(site, { role: "administrator", isSuspended: true }),
    expired: await buildUser(site, { role: "administrator", expiresAt: new Date(Date.now() - 1000) }),
  };
  const groupCourseId = await buildCourse(site);
  const groupFolderId = await buildFolder(site, { parentId: groupCourseId });
  const groupId = await buildUserGroup(site, {
    title: "Semester 3",
    members: [learner, expert, teacher, administrator],
    resourceIds: [groupFolderId],
  });
  return {
    site,
    userGroup: { groupId, courseId: groupCourseId, folderId: groupFolderId },
    foreignSite,
    courseId,
    folderId,
    slide,
    users,
    foreignAdministrator: await buildUser(foreignSite, { role: "administrator" }),
    ...(await freshItems({ site, users, folderId, slide })),
  };
}

/**
 * The same site and people, with all content in courses that are restricted to the people of the world: other learners
 * and experts of the site, and guests, have no access.
 */
export async function buildClosedWorld(world: MatrixWorld): Promise<MatrixWorld> {
  const { site, users } = world;
  const { learner, expert, teacher, administrator } = users;
  const members = [learner, expert, teacher, administrator];
  const courseId = await buildCourse(site);
  const groupCourseId = await buildCourse(site);
  await buildUserGroup(site, { title: "Those who see it", members, resourceIds: [courseId, groupCourseId] });
  const folderId = await buildFolder(site, { parentId: courseId });
  const groupFolderId = await buildFolder(site, { parentId: groupCourseId });
  const groupId = await buildUserGroup(site, { title: "Semester 5", members, resourceIds: [groupFolderId] });
  const slide = await buildSlide(site, { parentId: folderId });
  return {
    ...world,
    courseId,
    folderId,
    slide,
    userGroup: { groupId, courseId: groupCourseId, folderId: groupFolderId },
    ...(await freshItems({ site, users, folderId, slide })),
  };
}

type FreshItems = Pick<MatrixWorld, Extract<keyof MatrixWorld, `fresh${string}`>>;

async function freshItems({
  site,
  users: { learner, expert, teacher },
  folderId,
  slide,
}: Pick<MatrixWorld, "site" | "users" | "folderId" | "slide">): Promise<FreshItems> {
  const { database } = site.server.platform;
  const otherExpert = await buildUser(site, { role: "expert" });
  const otherLearner = await buildUser(site, { role: "learner" });
  const workGroup = { owner: expert, members: [learner] };
  return {
    freshExpertAnnotation: () => buildAnnotation(site, { slide, author: otherExpert, title: randomUUID() }),
    freshStudentAnnotation: () => buildAnnotation(site, { slide, author: otherLearner, title: randomUUID() }),
    freshDeletedAnnotation: () => buildDeletedAnnotation(site, { slide, author: otherExpert, title: randomUUID() }),
    freshComment: async () =>
      buildComment(site, { annotationId: await buildAnnotation(site, { slide, author: learner }), author: learner }),
    freshThread: async () => {
      const annotationId = await buildAnnotation(site, { slide, author: otherExpert });
      return { annotationId, commentId: await buildComment(site, { annotationId, author: otherExpert }) };
    },
    freshDeletedComment: async () => {
      const annotationId = await buildAnnotation(site, { slide, author: learner });
      return buildComment(site, { annotationId, author: learner, isDeleted: true });
    },
    async freshUpload() {
      const uploadId = await buildUpload(site, { owner: teacher });
      const sha256 = "0".repeat(64);
      await withSite(database, site.id, (db) => insertChunk(db, site.id, { uploadId, number: 0, sha256 }));
      return uploadId;
    },
    freshShare: () => buildShare(site, { createdBy: teacher, itemId: slide.id }),
    freshFolderShare: () => buildShare(site, { createdBy: teacher, itemId: folderId, shareType: "folder" }),
    freshItem: (kind) => (kind === "course" ? buildCourse(site) : buildItem(site, { kind, parentId: folderId })),
    async freshBinEntry() {
      const itemId = await buildItem(site, { kind: "page", parentId: folderId });
      const input = { parentId: folderId, itemIds: [itemId], removedBy: teacher.id };
      const [removal] = await withSite(database, site.id, (db) => removeItems(db, site.id, input));
      return removal?.binId ?? 0;
    },
    freshCustomField: () => buildCustomField(site, { title: randomUUID(), values: { [slide.id]: "Kidney" } }),
    freshThumbnail: () =>
      withSite(database, site.id, (db) => replaceOwnThumbnail(db, site.id, slide.id, Buffer.from("a picture"))),
    freshAttachment: () => buildAttachment(site, { imageId: slide.id }),
    freshMedia: () => buildMedia(site),
    async freshDeletedMedia(shelf) {
      const id = await buildMedia(site, { shelf });
      await withSite(database, site.id, (db) => setMediaFileDeleted(db, site.id, id, { shelf, isDeleted: true }));
      return id;
    },
    freshMediaFolder: () => buildMediaFolder(site),
    freshDocument: () => buildMedia(site, { shelf: "document" }),
    freshWorkGroup: () => buildWorkGroup(site, workGroup),
    freshDeletedWorkGroup: () => buildWorkGroup(site, { ...workGroup, isDeleted: true }),
    freshNote: () => buildNote(site, { slide, author: learner }),
    freshDeletedNote: () => buildNote(site, { slide, author: learner, isDeleted: true }),
    freshSlide: () => buildSlide(site, { parentId: folderId }),
    // On a separate slide: quizzes ask learners about the other one.
    freshCellAnalysis: async () =>
      buildCellAnalysis(site, { slide: await buildSlide(site, { parentId: folderId }), author: learner }),
    freshCountFirst: async () => {
      const counted = await buildSlide(site, { parentId: folderId });
      return buildCellAnalysis(site, { slide: counted, author: expert, isCountFirst: true });
    },
    freshDeletedCellAnalysis: () => buildCellAnalysis(site, { slide, author: learner, isDeleted: true }),
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
