/** Combines a slide with levels that were created for it later. */
import type { SlideSource } from "../slide-source.ts";
import { downsampleOf } from "../tiff/choose-levels.ts";

/**
 * One slide with the levels of both, from the largest to the smallest; everything else comes from `source`. Closing it
 * closes both.
 *
 * @param extra as written by `completeLevels` for this source: the same image with the same planes, never larger than
 *   the source.
 */
export function withExtraLevels(source: SlideSource, extra: SlideSource): SlideSource {
  const merged = [
    ...source.levels.map((level, index) => ({ level, origin: source, index })),
    ...extra.levels.map((level, index) => ({
      level: { ...level, downsample: downsampleOf(source, level) },
      origin: extra,
      index,
    })),
  ].sort((one, other) => other.level.width * other.level.height - one.level.width * one.level.height);
  return {
    format: source.format,
    width: source.width,
    height: source.height,
    levels: merged.map(({ level }) => level),
    pixelSizeUm: source.pixelSizeUm,
    objectivePower: source.objectivePower,
    orientationDeg: source.orientationDeg,
    associatedImages: source.associatedImages,
    planes: source.planes,
    isRecoding: source.isRecoding || extra.isRecoding,
    properties: source.properties,

    async readTile(level, x, y, options) {
      const place = merged[level];
      if (!place) throw new RangeError(`no level ${level}`);
      return place.origin.readTile(place.index, x, y, options);
    },

    readAssociatedImage: (name, signal) => source.readAssociatedImage(name, signal),

    ...(source.readAnnotations && { readAnnotations: () => source.readAnnotations!() }),

    async close() {
      const [ofSource, ofExtra] = await Promise.allSettled([source.close(), extra.close()]);
      for (const closed of [ofSource, ofExtra]) if (closed.status === "rejected") throw closed.reason;
    },
  };
}
