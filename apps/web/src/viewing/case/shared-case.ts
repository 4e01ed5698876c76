/** View of a case that a share link stores. */
import type { Case } from "@parfocal/core/case/case.contract.ts";
import type { SlideViewer } from "@parfocal/viewer/slide-viewer.ts";
import type { ShareRequest } from "#ui/share-request.ts";

interface ShownContainers {
  /** Slide of each container. */
  readonly slideIds: readonly number[];
  readonly isSynced: boolean;
  /** By container index; containers that are not open have none. */
  readonly viewers: ReadonlyMap<number, { readonly viewer: Pick<SlideViewer, "getView"> }>;
}

export function sharedCase(
  { id, title, layout }: Pick<Case, "id" | "title" | "layout">,
  { slideIds, isSynced, viewers }: ShownContainers,
): ShareRequest {
  const containers = slideIds.map((slideId, place) => {
    const view = viewers.get(place)?.viewer.getView();
    if (!view) return { slideId, view: null };
    const [x, y] = view.center;
    return { slideId, view: { center: [x, y] as [number, number], zoom: view.zoom, rotation: view.rotationDeg } };
  });
  return {
    ...{ shareType: "case", itemId: id, title },
    view: { center: null, zoom: null, rotation: null, viewSettings: { caseView: { layout, containers, isSynced } } },
  };
}
