/** Replaces a failed upload by another file, with the same destination and folders. */
import type { TakeFiles } from "#ui/dropped-files.ts";
import type { UploadQueues } from "./join-queues.ts";
import type { UploadEntry } from "./upload-entry.ts";

/** @returns false if none of the files is a slide; the failed upload stays. */
export async function replaceUpload(queue: UploadQueues, entry: UploadEntry, take: TakeFiles): Promise<boolean> {
  const [files, { arrangeChosen }] = await Promise.all([take(() => undefined), import("./arrange-chosen.ts")]);
  const slides = (await arrangeChosen(files)).slides.map((slide) => ({ ...slide, folders: entry.folders }));
  if (slides.length === 0) return false;
  if (entry.uploadId === null) queue.dismiss(entry.key);
  else await queue.cancel(entry.key);
  queue.addFor[entry.purpose](slides, entry.destination);
  return true;
}
