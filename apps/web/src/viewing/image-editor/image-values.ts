/** Editable fields of a slide, as in its draft. */
import type { Image } from "@parfocal/core/image/image.contract.ts";

export function valuesOf({ title, subtitle, summary, tags, slideInformation: information }: Image) {
  return {
    title,
    subtitle,
    summary,
    tags,
    ...(information && {
      orientation: information.orientation,
      micronsPerPixel: information.micronsPerPixel,
      micronsPerPixelY: information.micronsPerPixelY,
    }),
  };
}

export type ImageValues = ReturnType<typeof valuesOf>;
