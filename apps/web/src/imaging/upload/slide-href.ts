/** URLs of uploaded slides. */
import { pathTo, stepsOf } from "#item/place-path.ts";
import type { UploadedSlide, UploadPurpose } from "./upload-entry.ts";

/** Its URL within a course, or without one if it is in none. */
export function slideHref(
  siteId: number,
  { imageId, title, path }: UploadedSlide,
  purpose: UploadPurpose = "slide",
): string | null {
  const type = purpose === "slide" ? "image" : purpose;
  return pathTo(siteId, stepsOf(path.length > 0 ? path : [{ type, id: imageId, title }]));
}
