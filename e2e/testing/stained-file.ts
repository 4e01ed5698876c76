/** A slide of even patches in known colours, for tests of colours: the patches differ only in colour. */
import type { Rgb } from "@parfocal/core/colour/apply-colour.ts";
import { lightOf } from "@parfocal/core/stain/separate-stains.ts";
import { stainSettingsOf } from "@parfocal/core/stain/stain-settings.ts";
import sharp from "sharp";
import { drawOnce } from "./drawn-files.ts";

const PATCH_PX = 256;
const WITHOUT_LOSS = 100;
const HE = stainSettingsOf("he");
const stained = (hematoxylin: number, eosin: number): Rgb => lightOf([hematoxylin, eosin, 0], HE) ?? [0, 0, 0];

/** In a row, from the left. */
export const PATCHES: Readonly<Record<"hematoxylin" | "eosin" | "both" | "glass", Rgb>> = {
  hematoxylin: stained(0.7, 0),
  eosin: stained(0, 0.5),
  both: stained(0.5, 0.3),
  glass: [255, 255, 255],
};

export const STAINED_SLIDE = { width: PATCH_PX * 4, height: PATCH_PX } as const;

/** Centre of a patch, slide pixels. */
export function middleOf(patch: keyof typeof PATCHES): readonly [x: number, y: number] {
  return [PATCH_PX * (Object.keys(PATCHES).indexOf(patch) + 0.5), PATCH_PX / 2];
}

/** @returns path of a tiled TIFF with levels. */
export function writeStainedFile(): Promise<string> {
  const { width, height } = STAINED_SLIDE;
  const patches = Object.values(PATCHES).map(([r, g, b], column) => ({
    input: { create: { width: PATCH_PX, height: PATCH_PX, channels: 3 as const, background: { r, g, b } } },
    left: column * PATCH_PX,
    top: 0,
  }));
  return drawOnce("stained.tif", async (path) => {
    await sharp({ create: { width, height, channels: 3, background: "white" } })
      .composite(patches)
      .tiff({
        tile: true,
        tileWidth: PATCH_PX,
        tileHeight: PATCH_PX,
        pyramid: true,
        compression: "jpeg",
        quality: WITHOUT_LOSS,
        xres: 2000,
        yres: 2000,
      })
      .toFile(path);
  });
}
