/** The stains that a slide was left with: of the address (`?stains=he,100,c,255,255,255`), else of this tab. */

export const STAINS_PARAMETER = "stains";
export const stainsKey = (imageId: number): string => `parfocal-slide-stains-${imageId}`;

/** As a text for core's `parseStainLook`; null: the slide as it is. Without parsing, as it is asked before the first tile. */
export function keptStains(imageId: number, search: string): string | null {
  return new URLSearchParams(search).get(STAINS_PARAMETER) ?? readKept(imageId);
}

function readKept(imageId: number): string | null {
  try {
    return sessionStorage.getItem(stainsKey(imageId));
  } catch {
    return null;
  }
}
