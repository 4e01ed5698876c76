/** German texts of all slices; a chunk of its own, loaded by whoever reads German. */
import { annotationDe } from "#annotation/annotation.de.ts";
import { courseDe } from "#course/course.de.ts";
import { folderDe } from "#folder/folder.de.ts";
import { itemDe } from "#item/item.de.ts";
import { jobDe } from "#job/job.de.ts";
import { platformDe } from "#platform/platform.de.ts";
import { sessionDe } from "#session/session.de.ts";
import { slideDe } from "#slide/slide.de.ts";
import { uiDe } from "#ui/ui.de.ts";
import { uploadDe } from "#upload/upload.de.ts";
import { workDe } from "#work/work.de.ts";
import { appDe } from "./app.de.ts";
import type { Texts } from "./english.ts";

export const german: Texts = {
  annotation: annotationDe,
  app: appDe,
  course: courseDe,
  folder: folderDe,
  item: itemDe,
  job: jobDe,
  platform: platformDe,
  session: sessionDe,
  slide: slideDe,
  ui: uiDe,
  upload: uploadDe,
  work: workDe,
};
