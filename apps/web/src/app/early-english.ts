/** English texts that are available from the start: those of the shell, and those of a page before its slide. */
import { courseEn } from "#course/course.en.ts";
import { folderEn } from "#folder/folder.en.ts";
import { itemEn } from "#item/item.en.ts";
import { jobEn } from "#job/job.en.ts";
import { platformEn } from "#platform/platform.en.ts";
import { sessionEn } from "#session/session.en.ts";
import { slideEn } from "#slide/slide.en.ts";
import { uiEn } from "#ui/ui.en.ts";
import { appEn } from "./app.en.ts";

export const earlyEnglish = {
  app: appEn,
  course: courseEn,
  folder: folderEn,
  item: itemEn,
  job: jobEn,
  platform: platformEn,
  session: sessionEn,
  slide: slideEn,
  ui: uiEn,
} as const;
