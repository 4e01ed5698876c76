/** English texts of all slices: the keys that every language has. */
import { annotationEn } from "#annotation/annotation.en.ts";
import { courseEn } from "#course/course.en.ts";
import { folderEn } from "#folder/folder.en.ts";
import { itemEn } from "#item/item.en.ts";
import { jobEn } from "#job/job.en.ts";
import { platformEn } from "#platform/platform.en.ts";
import { sessionEn } from "#session/session.en.ts";
import { slideEn } from "#slide/slide.en.ts";
import { uiEn } from "#ui/ui.en.ts";
import { uploadEn } from "#upload/upload.en.ts";
import { workEn } from "#work/work.en.ts";
import { appEn } from "./app.en.ts";

export const english = {
  annotation: annotationEn,
  app: appEn,
  course: courseEn,
  folder: folderEn,
  item: itemEn,
  job: jobEn,
  platform: platformEn,
  session: sessionEn,
  slide: slideEn,
  ui: uiEn,
  upload: uploadEn,
  work: workEn,
} as const;

export type Texts = { readonly [Slice in keyof typeof english]: Record<keyof (typeof english)[Slice], string> };
