/** Takes a slide file that lies on the server into the site: for `npm run import` and `npm start -- --slide`. */
import { copyFile, open, rm, stat } from "node:fs/promises";
import { basename, join } from "node:path";
import { formatPublicPath } from "@parfocal/core/item/public-path.ts";
import { SlideFileError } from "@parfocal/slides/slide-source.ts";
import { appendCourse } from "#course/course.queries.ts";
import { adoptSlideFile } from "#image/adopt-slide-file.ts";
import { insertItem, listCrumbs, listWaysTo } from "#item/item.queries.ts";
import { type SiteDb, withSite } from "#platform/db/database.ts";
import { hashFile } from "#platform/files/hash-file.ts";
import { DEFAULT_SITE_ID } from "#platform/http/site-and-session.ts";
import type { Platform } from "#platform/platform.ts";

/** Where a slide lies that was imported to no place in particular. */
const IMPORT_COURSE_TITLE = "Imported slides";

export interface ImportedSlide {
  readonly imageId: number;
  readonly title: string;
  /** Whether the same file was here before. */
  readonly isKnown: boolean;
}

/**
 * A file that was imported before, byte for byte, is not imported again.
 *
 * @param parentId course or folder; null: a course for imported slides.
 * @throws SlideFileError with a sentence.
 */
export async function importSlideFile(
  platform: Platform,
  { path, parentId }: { path: string; parentId: number | null },
): Promise<ImportedSlide> {
  const siteId = DEFAULT_SITE_ID;
  const { size, isFile } = await stat(path).then(
    (stats) => ({ size: stats.size, isFile: stats.isFile() }),
    (error: unknown) => {
      throw new SlideFileError("notASlide", `There is no file ${path}.`, { cause: error });
    },
  );
  if (!isFile) throw new SlideFileError("notASlide", `${path} is not a file.`);
  const sha256 = await hashFile(path, size);
  const known = await withSite(platform.database, siteId, (db) => findImageOfFile(db, siteId, sha256));
  if (known) return { ...known, isKnown: true };

  const copy = join(platform.folders.uploads, `import-${process.pid}-${sha256.slice(0, 16)}`);
  try {
    await copyFile(path, copy);
    const handle = await open(copy, "r+");
    await handle.datasync().finally(() => handle.close());
    const parent = parentId ?? (await withSite(platform.database, siteId, (db) => findOrMakeImportCourse(db, siteId)));
    const imageId = await adoptSlideFile(platform, {
      siteId,
      path: copy,
      filename: basename(path),
      sha256,
      bytes: size,
      parentId: parent,
      createdBy: null,
    });
    const [crumb] = await withSite(platform.database, siteId, (db) => listCrumbs(db, siteId, [imageId]));
    return { imageId, title: crumb?.title ?? basename(path), isKnown: false };
  } finally {
    await rm(copy, { force: true });
  }
}

async function findImageOfFile(
  db: SiteDb,
  siteId: number,
  sha256: string,
): Promise<{ imageId: number; title: string } | undefined> {
  return db
    .selectFrom("slide_file")
    .innerJoin("image", "image.slide_file_id", "slide_file.id")
    .innerJoin("item", "item.id", "image.item_id")
    .select(["item.id as imageId", "item.title"])
    .where("slide_file.site_id", "=", siteId)
    .where("slide_file.sha256", "=", sha256)
    .where("slide_file.state", "in", ["ready", "processing"])
    .where("item.deleted_at", "is", null)
    .executeTakeFirst();
}

async function findOrMakeImportCourse(db: SiteDb, siteId: number): Promise<number> {
  const known = await db
    .selectFrom("course")
    .innerJoin("item", "item.id", "course.item_id")
    .select("item.id")
    .where("course.site_id", "=", siteId)
    .where("item.title", "=", IMPORT_COURSE_TITLE)
    .where("item.deleted_at", "is", null)
    .executeTakeFirst();
  if (known) return known.id;
  const item = await insertItem(db, siteId, {
    kind: "course",
    title: IMPORT_COURSE_TITLE,
    description: "",
    createdBy: null,
  });
  await appendCourse(db, siteId, item.id);
  return item.id;
}

/** Address of an image within the site, from `/s1/` on. */
export async function pathOfImage(platform: Platform, imageId: number): Promise<string> {
  const siteId = DEFAULT_SITE_ID;
  return withSite(platform.database, siteId, async (db) => {
    const [way] = await listWaysTo(db, siteId, imageId, { includesInactive: true });
    const steps = await listCrumbs(db, siteId, way?.ids ?? [imageId]);
    return formatPublicPath({ siteId, steps: steps.map(({ id, type }) => ({ kind: type, id })) });
  });
}
