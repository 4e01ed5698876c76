/** Imports a slide on the server into the first site, without a given parent: for `npm start -- --slide`. */
import { formatPublicPath } from "@parfocal/core/item/public-path.ts";
import { SlideFileError } from "@parfocal/slides/slide-source.ts";
import { annotationKeeper } from "#annotation/keep-file-annotations.ts";
import { appendCourse } from "#course/course.queries.ts";
import { ALL_SEEING } from "#item/access-scope.ts";
import { insertItem, listCrumbs } from "#item/item.queries.ts";
import { listPathsTo } from "#item/item-paths.queries.ts";
import { type SiteDb, withSite } from "#platform/db/database.ts";
import { DEFAULT_SITE_ID } from "#platform/http/site-and-session.ts";
import type { Platform } from "#platform/platform.ts";
import { type ImportedSlide, importServerFile } from "#server-file/import-server-file.ts";
import { findSlidesAt } from "#server-file/walk-folder.ts";

/** Location of a slide that was imported without a given parent. */
const IMPORT_COURSE_TITLE = "Imported slides";

/**
 * A file that was imported before, byte for byte, is not imported again.
 *
 * @param path of a file or, for a slide of several files, of their folder.
 * @throws SlideFileError with a user-facing message.
 */
export async function importSlideFile(platform: Platform, path: string): Promise<ImportedSlide> {
  const siteId = DEFAULT_SITE_ID;
  const { slides } = await findSlidesAt([path]).catch((error: unknown) => {
    throw new SlideFileError("notASlide", `File ${path} not found.`, { cause: error });
  });
  const [slide, ...others] = slides;
  if (!slide) throw new SlideFileError("notASlide", `${path} is not a slide or image that Parfocal can read.`);
  if (others.length > 0) throw new SlideFileError("notASlide", `${path} contains several slides; specify one.`);
  const parentId = await findImportPlace(platform, siteId);
  const place = { parentId, folders: [], createdBy: null };
  return importServerFile(platform, {
    siteId,
    slide,
    mode: "copy",
    place,
    keepAnnotations: annotationKeeper(platform),
  });
}

/** The course of slides that were imported without a given parent. */
export function findImportPlace(platform: Platform, siteId: number): Promise<number> {
  return withSite(platform.database, siteId, (db) => findOrMakeImportCourse(db, siteId));
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

/** Path of an image within the site, starting with `/s1/`. */
export async function pathOfImage(platform: Platform, imageId: number): Promise<string> {
  const siteId = DEFAULT_SITE_ID;
  return withSite(platform.database, siteId, async (db) => {
    const [way] = await listPathsTo(db, siteId, imageId, ALL_SEEING);
    const steps = await listCrumbs(db, siteId, way?.ids ?? [imageId]);
    return formatPublicPath({ siteId, steps: steps.map(({ id, type }) => ({ kind: type, id })) });
  });
}
