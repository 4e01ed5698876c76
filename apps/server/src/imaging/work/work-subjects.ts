/** Subjects of jobs for display: an upload, a file of the server's disk or a slide, by kind of job. */
import type { Work } from "@parfocal/core/work/work.contract.ts";
import { thumbnailPath } from "#image-card/thumbnail-path.ts";
import { ALL_SEEING } from "#item/access-scope.ts";
import { listWaysToEach } from "#item/item-paths.queries.ts";
import type { SiteDb } from "#platform/db/database.ts";
import type { JobRow } from "#platform/jobs/job.table.ts";
import { UNPACK_RADIOLOGY } from "#radiology/unpack-upload.ts";
import { IMPORT_SERVER_FILE } from "#server-file/server-file-job.ts";
import { CHECK_UPLOAD } from "#upload/check-upload.ts";

type WorkSubject = Work["subject"];

interface FoundSubject extends Omit<WorkSubject, "placeIds"> {
  /** Its destination until it is a slide; null: none, or it is a slide. */
  readonly destinationId: number | null;
}

type FindSubjects = (db: SiteDb, siteId: number, ids: readonly number[]) => Promise<Map<number, FoundSubject>>;

/** Jobs of other kinds work on slide files. */
const FINDER_OF_KIND: Readonly<Record<string, FindSubjects>> = {
  [CHECK_UPLOAD]: (db, siteId, ids) => findFileSubjects(db, siteId, "upload", ids),
  [UNPACK_RADIOLOGY]: (db, siteId, ids) => findFileSubjects(db, siteId, "upload", ids),
  [IMPORT_SERVER_FILE]: (db, siteId, ids) => findFileSubjects(db, siteId, "server_file", ids),
};

/** By the job's ID; a job whose subject no longer exists is omitted. */
export async function findWorkSubjects(
  db: SiteDb,
  siteId: number,
  jobs: readonly JobRow[],
): Promise<Map<number, WorkSubject>> {
  const byFinder = Map.groupBy(jobs, ({ kind }) => FINDER_OF_KIND[kind] ?? findSlideSubjects);
  const found = new Map<number, FoundSubject>();
  for (const [find, group] of byFinder) {
    const ids = [...new Set(group.map((job) => job.subject_id))];
    const subjects = await find(db, siteId, ids);
    for (const job of group) {
      const subject = subjects.get(job.subject_id);
      if (subject) found.set(job.id, subject);
    }
  }
  return withPlaces(db, siteId, found);
}

/** All ancestors of each, on all paths. */
async function withPlaces(
  db: SiteDb,
  siteId: number,
  found: ReadonlyMap<number, FoundSubject>,
): Promise<Map<number, WorkSubject>> {
  const ids = [...found.values()].flatMap(({ imageId, destinationId }) => imageId ?? destinationId ?? []);
  const ways = await listWaysToEach(db, siteId, [...new Set(ids)], ALL_SEEING);
  return new Map(
    [...found].map(([jobId, { destinationId, ...subject }]) => {
      const { imageId } = subject;
      const above = (ways.get(imageId ?? destinationId ?? 0) ?? []).flatMap((way) => way.ids);
      return [jobId, { ...subject, placeIds: [...new Set(above)].filter((id) => id !== imageId) }];
    }),
  );
}

/** Files that are becoming slides. */
async function findFileSubjects(
  db: SiteDb,
  siteId: number,
  table: "upload" | "server_file",
  ids: readonly number[],
): Promise<Map<number, FoundSubject>> {
  const rows = await db
    .selectFrom(table)
    .select(["id", "filename", "image_id", "parent_id"])
    .where("site_id", "=", siteId)
    .where("id", "in", [...ids])
    .execute();
  const slides = await findImageSubjects(
    db,
    siteId,
    rows.flatMap(({ image_id }) => image_id ?? []),
  );
  return new Map(
    rows.map(({ id, filename, image_id, parent_id }) => [
      id,
      slides.find(({ subject }) => subject.imageId === image_id)?.subject ?? {
        title: filename,
        imageId: null,
        thumbnail: null,
        destinationId: parent_id,
      },
    ]),
  );
}

async function findSlideSubjects(
  db: SiteDb,
  siteId: number,
  ids: readonly number[],
): Promise<Map<number, FoundSubject>> {
  const images = await db
    .selectFrom("image")
    .select("item_id")
    .where("site_id", "=", siteId)
    .where("slide_file_id", "in", [...ids])
    .execute();
  const slides = await findImageSubjects(
    db,
    siteId,
    images.map((row) => row.item_id),
  );
  return new Map(slides.map(({ slideFileId, subject }) => [slideFileId, subject]));
}

async function findImageSubjects(
  db: SiteDb,
  siteId: number,
  imageIds: readonly number[],
): Promise<{ slideFileId: number; subject: FoundSubject }[]> {
  if (imageIds.length === 0) return [];
  const rows = await db
    .selectFrom("image")
    .innerJoin("item", (join) =>
      join.onRef("item.id", "=", "image.item_id").onRef("item.site_id", "=", "image.site_id"),
    )
    .innerJoin("slide_file", (join) =>
      join.onRef("slide_file.id", "=", "image.slide_file_id").onRef("slide_file.site_id", "=", "image.site_id"),
    )
    .leftJoin("image_thumbnail", (join) =>
      join
        .onRef("image_thumbnail.image_id", "=", "image.item_id")
        .onRef("image_thumbnail.site_id", "=", "image.site_id"),
    )
    .select(["item.id", "item.title", "slide_file.id as slideFileId", "image_thumbnail.id as ownThumbnailId"])
    .select(["slide_file.state", "slide_file.version", "slide_file.levels"])
    .where("image.site_id", "=", siteId)
    .where("item.id", "in", [...imageIds])
    .where("item.deleted_at", "is", null)
    .execute();
  return rows.map(({ id, title, slideFileId, ...file }) => ({
    slideFileId,
    subject: { title, imageId: id, thumbnail: thumbnailPath(id, file), destinationId: null },
  }));
}
