/** @param shareToken becomes part of the identifier, since clients build all other addresses on it. */
export function imageServiceId(origin: string, imageId: number, shareToken: string | null): string {
  return `${origin}/iiif/3/${imageId}${shareToken === null ? "" : `~${shareToken}`}`;
}
