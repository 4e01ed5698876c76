/** A slide whose rotation a person entered, overriding its file. */
import type { OrientationDeg, SlideSource } from "@parfocal/slides/slide-source.ts";

/** @param orientationDeg clockwise degrees that turn the stored image upright; null: as in the file. */
export function turnedTo(source: SlideSource, orientationDeg: OrientationDeg | null): SlideSource {
  if (orientationDeg === null || orientationDeg === source.orientationDeg) return source;
  return {
    format: source.format,
    width: source.width,
    height: source.height,
    levels: source.levels,
    pixelSizeUm: source.pixelSizeUm,
    objectivePower: source.objectivePower,
    orientationDeg,
    associatedImages: source.associatedImages,
    planes: source.planes,
    properties: source.properties,
    isRecoding: source.isRecoding,
    readTile: (level, x, y, options) => source.readTile(level, x, y, options),
    readAssociatedImage: (name, signal) => source.readAssociatedImage(name, signal),
    ...(source.readAnnotations && { readAnnotations: () => source.readAnnotations!() }),
    close: () => source.close(),
  };
}
