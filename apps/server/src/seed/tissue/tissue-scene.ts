/**
 * The slides of the demo site, drawn from a seed. Building the list is cheap; a scene computes its layout when it is
 * first used.
 */
import { bloodSmearScene } from "./blood-smear-scene.ts";
import { ki67Scene } from "./ki67-scene.ts";
import { kidneyHeScene, kidneyPasScene } from "./kidney-scene.ts";
import { liverScene } from "./liver-scene.ts";
import { phantomScene } from "./phantom-scene.ts";
import type { TissueScene } from "./scene.ts";
import { skinScene } from "./skin-scene.ts";

export type { TeachingMark, TissueScene, TissueStructure } from "./scene.ts";

/**
 * All scenes, the showpiece first.
 *
 * @param options.scale below 1 gives smaller images for tests: the same types of structures at their natural size, on
 * less glass.
 */
export function tissueScenes({ scale = 1 }: { scale?: number } = {}): TissueScene[] {
  return [kidneyHeScene, skinScene, bloodSmearScene, ki67Scene, liverScene, kidneyPasScene, phantomScene].map((scene) =>
    scene(scale),
  );
}
