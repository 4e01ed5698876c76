/**
 * Adds a demo case to the folder of its slides; slides of one section are bound to each other at points that show the
 * same tissue.
 */
import { DEFAULT_CASE_LAYOUT } from "@parfocal/core/case/case-layout.ts";
import { maxZoomOf, zoomOfResolution } from "@parfocal/core/geometry/zoom.ts";
import { type CaseItemInput, changeCaseItems } from "#case/change-case-items.ts";
import { addCase } from "#case/create-case.ts";
import type { SiteDb } from "#platform/db/database.ts";
import type { DemoCase } from "./demo-content.ts";
import { type TissueScene, tissueScenes } from "./tissue/tissue-scene.ts";

/** Initial scale of a bound slide: some tubules and a glomerulus in the window. */
const FIRST_VIEW_UM_PER_SCREEN_PX = 1;

interface Place {
  readonly siteId: number;
  readonly createdBy: number | null;
  /** Folder. */
  readonly parentId: number;
  /** IDs of the folder's slides, by the keys of their scenes. */
  readonly imageIds: ReadonlyMap<string, number>;
}

export async function addDemoCase(
  db: SiteDb,
  { siteId, createdBy, parentId, imageIds }: Place,
  { scenes: keys, ...texts }: DemoCase,
): Promise<void> {
  const layout = { ...DEFAULT_CASE_LAYOUT };
  const id = await addCase(db, { siteId, createdBy }, { ...texts, parentId, layout, imageIds: [] });
  await changeCaseItems(
    db,
    siteId,
    id,
    keys.map((key) => {
      const imageId = imageIds.get(key);
      const scene = tissueScenes().find((candidate) => candidate.key === key);
      if (imageId === undefined || !scene) throw new Error(`there is no slide of the scene ${key} in the folder`);
      return { id: imageId, ...(keys.length > 1 ? boundTo(scene) : {}) };
    }),
  );
}

/** The centre becomes the first bound point. */
function boundTo(scene: TissueScene): Pick<CaseItemInput, "boundPoints" | "zoom"> {
  const resolution = FIRST_VIEW_UM_PER_SCREEN_PX / scene.pixelSizeUm;
  return {
    boundPoints: scene.sectionPoints.map(([x, y]) => [x, y]),
    zoom: zoomOfResolution(resolution, maxZoomOf(scene)),
  };
}
