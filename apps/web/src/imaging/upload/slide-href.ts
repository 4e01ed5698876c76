/** Address of what was uploaded. */
import { pathTo, stepsOf } from "#item/place-path.ts";
import type { UploadedSlide, UploadPurpose } from "./upload-entry.ts";

/** Where it lies in a course, or by itself where it lies in none. */
export function slideHref(
  siteId: number,
  { imageId, title, path }: UploadedSlide,
  purpose: UploadPurpose = "slide",
): string | null {
  const type = purpose === "slide" ? "image" : purpose;
  return pathTo(siteId, stepsOf(path.length > 0 ? path : [{ type, id: imageId, title }]));
}
