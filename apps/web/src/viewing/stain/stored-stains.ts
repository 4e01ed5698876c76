/** Stored stain settings of a slide: from the URL (`?stains=he,100,c,255,255,255`), otherwise from this tab. */

export const STAINS_PARAMETER = "stains";
export const stainsKey = (imageId: number): string => `parfocal-slide-stains-${imageId}`;

/**
 * Text for `parseStainLook` of the core; null: the slide is shown unchanged. Not parsed here, because it is read before
 * the first tile.
 */
export function storedStains(imageId: number, search: string): string | null {
  return new URLSearchParams(search).get(STAINS_PARAMETER) ?? readStored(imageId);
}

function readStored(imageId: number): string | null {
  try {
    return sessionStorage.getItem(stainsKey(imageId));
  } catch {
    return null;
  }
}
