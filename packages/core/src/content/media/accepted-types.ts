/**
 * Which media types a place takes: `image/*` for a family, else exact ones.
 *
 * Source: host bridge contract, version 1 (`PickMediaOptions.accept`); spec part 1, section 5 ("Media picker: the selected
 * file type must be within the accepted list").
 */

/** What the library keeps at all. SVG is none of it: it can hold programs. */
export const LIBRARY_TYPES: readonly string[] = [
  "image/png",
  "image/jpeg",
  "image/gif",
  "image/webp",
  "video/mp4",
  "video/webm",
  "application/pdf",
];

/** @param accept an empty list takes nothing. */
export function isAcceptedType(mediaType: string, accept: readonly string[]): boolean {
  const type = mediaType.toLowerCase();
  return accept.some((pattern) => {
    const wanted = pattern.trim().toLowerCase();
    if (wanted === "*/*") return true;
    return wanted.endsWith("/*") ? type.startsWith(wanted.slice(0, -1)) : type === wanted;
  });
}

/** Those types of the library that a place takes. */
export const libraryTypesOf = (accept: readonly string[]): string[] =>
  LIBRARY_TYPES.filter((type) => isAcceptedType(type, accept));
