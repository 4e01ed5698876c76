/** A tool that is added to an existing viewer, so that its script can be loaded after the slide's first tiles. */
import type OpenLayersMap from "ol/Map.js";
import type { SlideColour } from "./colour/slide-colour.ts";
import type { ViewerEmitter } from "./events/viewer-events.ts";
import type { Plane, SlideDescription } from "./slide-description.ts";
import type { StartWork } from "./slide-work/tool-work.ts";
import type { ChangeablePictures } from "./tiles/changeable-pictures.ts";
import type { SlideView } from "./view-state/slide-view.ts";

/** The viewer's internals available to a part. */
export interface ViewerContext {
  readonly map: OpenLayersMap;
  /** The viewer's own element; parts can add child elements and remove them again. */
  readonly element: HTMLElement;
  readonly slide: SlideDescription;
  readonly view: SlideView;
  readonly emitter: ViewerEmitter;
  readonly colour: SlideColour;
  /** Creation of tile images, which a tool can replace. */
  readonly pictures: ChangeablePictures;
  readonly getPlane: () => Plane;
  /** BCP 47 tag, for formatting numbers; may change. */
  readonly getLocale: () => string;
  /** Takes the pointer and the drawing keys until the work is finished, cancelled, or something else is drawn. */
  readonly startWork: StartWork;
}

export interface ViewerPart {
  /** Removes everything that the part has added. Called by the viewer when it is destroyed. */
  destroy(): void;
}

export type CreateViewerPart<Part extends ViewerPart> = (context: ViewerContext) => Part;
