/** Address of a slide that was uploaded. */
import { pathTo, stepsOf } from "#item/place-path.ts";
import type { UploadedSlide } from "./upload-entry.ts";

/** Where it lies in a course, or by itself where it lies in none. */
export function slideHref(siteId: number, { imageId, title, path }: UploadedSlide): string | null {
  return pathTo(siteId, stepsOf(path.length > 0 ? path : [{ type: "image", id: imageId, title }]));
}
