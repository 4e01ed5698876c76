/** The appearance of a course or folder, and the layout of its contents. */
import type { BackgroundPosition, BackgroundStyle, DisplayStyle } from "@parfocal/core/item/item-appearance.ts";

export interface Appearance {
  readonly background: string | null;
  readonly backgroundMediaId: number | null;
  readonly backgroundPosition: BackgroundPosition;
  readonly backgroundStyle: BackgroundStyle;
  readonly displayStyle: DisplayStyle;
  readonly thumbnailMediaId: number | null;
}

/** The appearance fields of a course or folder. */
export function appearanceOf(item: Appearance): Appearance {
  const { background, backgroundMediaId, backgroundPosition, backgroundStyle, displayStyle, thumbnailMediaId } = item;
  return { background, backgroundMediaId, backgroundPosition, backgroundStyle, displayStyle, thumbnailMediaId };
}
