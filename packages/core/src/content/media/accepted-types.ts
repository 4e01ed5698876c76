/**
 * Media types accepted by a field: `image/*` for a family, or exact types.
 *
 * Source: host bridge contract, version 1 (`PickMediaOptions.accept`); spec part 1, section 5 ("Media picker: the
 * selected file type must be within the accepted list").
 */

/** All types that the library stores. SVG is excluded because it can contain scripts. */
export const LIBRARY_TYPES: readonly string[] = [
  "image/png",
  "image/jpeg",
  "image/gif",
  "image/webp",
  "video/mp4",
  "video/webm",
  "application/pdf",
];

/** @param accept an empty list accepts nothing. */
export function isAcceptedType(mediaType: string, accept: readonly string[]): boolean {
  const type = mediaType.toLowerCase();
  return accept.some((pattern) => {
    const acceptedType = pattern.trim().toLowerCase();
    if (acceptedType === "*/*") return true;
    return acceptedType.endsWith("/*") ? type.startsWith(acceptedType.slice(0, -1)) : type === acceptedType;
  });
}

/** The library types that a field accepts. */
export const libraryTypesOf = (accept: readonly string[]): string[] =>
  LIBRARY_TYPES.filter((type) => isAcceptedType(type, accept));
