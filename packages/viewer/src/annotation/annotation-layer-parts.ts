/** Options of the annotation layer and of the edit session. */
import type OpenLayersMap from "ol/Map.js";
import type { ViewerEmitter } from "../events/viewer-events.ts";
import type { SlideDescription } from "../slide-description.ts";
import type { SlideView } from "../view-state/slide-view.ts";

export interface AnnotationLayerParts {
  readonly map: OpenLayersMap;
  /** Element whose classes choose the cursor. */
  readonly element: HTMLElement;
  readonly slide: SlideDescription;
  readonly emitter: ViewerEmitter;
  readonly view: SlideView;
  readonly getLocale: () => string;
}
