/** File types accepted by the library, from any source. */
import { isShownInline } from "@parfocal/core/attachment/media-types.ts";
import { AppError } from "@parfocal/core/errors.ts";
import { isAcceptedType, LIBRARY_TYPES, libraryTypesOf } from "@parfocal/core/media/accepted-types.ts";
import { MEDIA_MAX_BYTES } from "@parfocal/core/media/media-limits.ts";
import { message } from "@parfocal/core/messages.ts";

export const MEDIA_LIMITS = {
  maxBytes: MEDIA_MAX_BYTES,
  tooLarge: "The limit for the media library is 50 MB per file.",
} as const;

/** @param text as sent in requests; empty: all types of the library. */
export const splitTypes = (text: string): readonly string[] => (text === "" ? LIBRARY_TYPES : text.split(","));

/** The text is fixed by the specification; the codes name the file and the accepted types. */
export function assertAccepted({ mediaType, filename }: { mediaType: string; filename: string }, accept: string): void {
  const taken = libraryTypesOf(splitTypes(accept));
  if (isShownInline(mediaType) && isAcceptedType(mediaType, taken)) return;
  throw new AppError("invalid", message("media.typeNotAllowed"), {
    codes: ["media.typeNotAllowed", `file: ${filename}`, `allowed: ${taken.join(", ")}`],
  });
}
