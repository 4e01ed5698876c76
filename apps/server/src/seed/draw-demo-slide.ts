/** The job that draws one slide of the demo site, with expert annotations that the generator knows to be correct. */
import { mkdir, stat } from "node:fs/promises";
import { dirname } from "node:path";
import { idOfDrawnType } from "@parfocal/core/annotation/annotation-types.ts";
import type { Shape } from "@parfocal/core/geometry/shape.ts";
import { insertAnnotation } from "#annotation/annotation.queries.ts";
import { placeOfShape } from "#annotation/annotation-geometry.ts";
import { findSlideFile } from "#image/image.queries.ts";
import { finishPart, publishStoredSlide, startPart } from "#image/slide-work.ts";
import { DRAW_DEMO_SLIDE } from "#image-card/slide-jobs.ts";
import { type SiteDb, withSite } from "#platform/db/database.ts";
import { slideNames } from "#platform/files/file-store.ts";
import { hashFile } from "#platform/files/hash-file.ts";
import type { JobContext, JobHandler } from "#platform/jobs/job-queue.ts";
import { storeIfOwned } from "#platform/jobs/store-if-owned.ts";
import type { Platform } from "#platform/platform.ts";
import { drawScene } from "./tissue/draw-scene.ts";
import type { TeachingMark } from "./tissue/tissue-scene.ts";

const ENDING = ".tif";

/** The scene of a demo slide is stored in its file name. */
export const filenameOfScene = (key: string): string => `${key}${ENDING}`;
const sceneOfFilename = (filename: string): string => filename.slice(0, -ENDING.length);

function shapeOf({ typeName, points }: TeachingMark): Shape {
  const [first] = points;
  if (!first) throw new Error("a mark without a place");
  if (typeName === "point" || typeName === "text") return { kind: "point", point: first };
  if (typeName === "line" || typeName === "arrow") return { kind: "line", path: points };
  return { kind: "polygon", rings: [points] };
}

async function insertMarks(
  db: SiteDb,
  siteId: number,
  slideFileId: number,
  marks: readonly TeachingMark[],
): Promise<void> {
  const images = await db
    .selectFrom("image")
    .select("item_id")
    .where("site_id", "=", siteId)
    .where("slide_file_id", "=", slideFileId)
    .execute();
  const expert = await db
    .selectFrom("site_user")
    .select("id")
    .where("site_id", "=", siteId)
    .where("role", "=", "expert")
    .orderBy("id")
    .executeTakeFirst();
  if (!expert) return;
  for (const { item_id: imageId } of images) {
    const known = await db
      .selectFrom("annotation")
      .select("id")
      .where("site_id", "=", siteId)
      .where("image_id", "=", imageId)
      .limit(1)
      .executeTakeFirst();
    if (known) continue;
    for (const mark of marks) {
      const shape = shapeOf(mark);
      await insertAnnotation(db, siteId, {
        image_id: imageId,
        author_id: expert.id,
        type_id: idOfDrawnType(mark.typeName),
        title: mark.title,
        content: mark.content,
        link: "",
        zoom: null,
        ...placeOfShape(shape),
        include_measurement: shape.kind !== "point",
        is_student: false,
      });
    }
  }
}

async function drawDemoSlide(platform: Platform, context: JobContext): Promise<void> {
  const { siteId, subjectId, signal, report, assertOwned } = context;
  const file = await withSite(platform.database, siteId, (db) => findSlideFile(db, siteId, subjectId));
  if (!file) return;
  const target = platform.folders.original(siteId, subjectId);
  await mkdir(dirname(target), { recursive: true, mode: 0o700 });
  const part = await startPart(platform, target);
  const { marks } = await drawScene(sceneOfFilename(file.original_filename), part, { signal, onProgress: report });
  const { size } = await stat(part);
  const sha256 = await hashFile(part, size, { signal });
  await finishPart(platform, context, part, slideNames(siteId, subjectId).original);
  await storeIfOwned(platform, context, async (db) => {
    await db
      .updateTable("slide_file")
      .set({ sha256, bytes: size })
      .where("site_id", "=", siteId)
      .where("id", "=", subjectId)
      .execute();
    await insertMarks(db, siteId, subjectId, marks);
  });
  await publishStoredSlide(platform, siteId, subjectId, { assertOwned });
}

export function demoJobHandlers(platform: Platform): Record<string, JobHandler> {
  return { [DRAW_DEMO_SLIDE]: (context) => drawDemoSlide(platform, context) };
}
