/** A tool that is added to a viewer after it was made, so that its script can be fetched after the slide's first tiles. */
import type OpenLayersMap from "ol/Map.js";
import type { SlideColour } from "./colour/slide-colour.ts";
import type { ViewerEmitter } from "./events/viewer-events.ts";
import type { Plane, SlideDescription } from "./slide-description.ts";
import type { StartWork } from "./slide-work/foreign-work.ts";
import type { ChangeablePictures } from "./tiles/changeable-pictures.ts";
import type { SlideView } from "./view-state/slide-view.ts";

/** What a part gets to see of the viewer that it is added to. */
export interface ViewerContext {
  readonly map: OpenLayersMap;
  /** The viewer's own element; parts may add elements to it and take them away again. */
  readonly element: HTMLElement;
  readonly slide: SlideDescription;
  readonly view: SlideView;
  readonly emitter: ViewerEmitter;
  readonly colour: SlideColour;
  /** How tiles become pictures; a tool may have them made otherwise. */
  readonly pictures: ChangeablePictures;
  readonly getPlane: () => Plane;
  /** BCP 47, for numbers; may change. */
  readonly getLocale: () => string;
  /** Takes the pointer and the drawing keys until it is finished, cancelled, or something else is drawn. */
  readonly startWork: StartWork;
}

export interface ViewerPart {
  /** Takes away all that the part has added. The viewer calls it when it is destroyed itself. */
  destroy(): void;
}

export type CreateViewerPart<Part extends ViewerPart> = (context: ViewerContext) => Part;
