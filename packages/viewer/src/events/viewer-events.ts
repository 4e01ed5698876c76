import type { AnnotationTypeName, DrawnTypeName } from "@parfocal/core/annotation/annotation-types.ts";
import type { Measurement } from "@parfocal/core/geometry/measurement.ts";
import type { Shape } from "@parfocal/core/geometry/shape.ts";
import type { SlidePoint } from "@parfocal/core/geometry/slide-point.ts";
import type { ColourAdjustment } from "@parfocal/core/item/colour-adjustment.ts";
import type { ChannelChoice } from "../channels/channel-choice.ts";
import type { Magnification } from "../magnification/magnification.ts";
import type { Plane } from "../slide-description.ts";
import type { TileFailure } from "../tiles/slide-tile-source.ts";
import type { ViewState } from "../view-state/view-state.ts";

/** ID of a saved annotation, or the key of one that is not saved yet. */
export type AnnotationId = number | string;

export interface PointerPlace {
  readonly point: SlidePoint;
  /** Position from the slide's top left corner; null: the pixel size is unknown. */
  readonly um: readonly [x: number, y: number] | null;
}

export interface DrawnShape {
  readonly shape: Shape;
  readonly typeName: DrawnTypeName;
  /** In slide pixels, y down. */
  readonly wkt: string;
  readonly measurement: Measurement | null;
  readonly isNew: true;
}

export interface EditedShape {
  readonly id: AnnotationId;
  readonly typeName: AnnotationTypeName;
  readonly shape: Shape;
  readonly wkt: string;
  readonly measurement: Measurement | null;
}

/** The edited shape after the last step. */
export interface ShapeNow {
  readonly shape: Shape;
  readonly typeName: AnnotationTypeName;
  readonly vertexCount: number;
  /** Self-intersection, which prevents saving; null: none. */
  readonly crossesAt: SlidePoint | null;
}

export interface DrawingState {
  readonly isDrawing: boolean;
  /** ID of the edited annotation; null: none. */
  readonly editedId: AnnotationId | null;
  readonly isFreehand: boolean;
  /** null: nothing is being drawn or edited. */
  readonly typeName: AnnotationTypeName | null;
  readonly canUndo: boolean;
  readonly canRedo: boolean;
  /** Whether the drawing can be finished as a shape. */
  readonly canFinish: boolean;
}

/** Events of the viewer, with their data. */
export interface ViewerEvents {
  /** After each move, and at most every 100 ms during one. */
  view: ViewState;
  /** null: the pointer has left. */
  pointer: PointerPlace | null;
  magnification: Magnification;
  fullscreen: boolean;
  /** The first part of the slide is visible. */
  firstTile: undefined;
  /** Everything in view is loaded at its display resolution. Emitted after every such frame. */
  sharp: undefined;
  tileError: TileFailure;
  /** Another focus plane or point in time was selected; its tiles may still be loading. */
  plane: Plane;
  /** The display of channels has changed. */
  channels: readonly ChannelChoice[];
  /** The slide's colour adjustment has changed. */
  colour: ColourAdjustment;
  /** A tool has changed how tile images are created. */
  pictures: undefined;
  hover: AnnotationId | null;
  select: AnnotationId | null;
  drawn: DrawnShape;
  /** After each editing step, including undone ones. */
  edited: EditedShape;
  /** Several annotations were moved, resized or rotated together. */
  editedTogether: readonly EditedShape[];
  /** After each editing step; null: nothing is being edited. */
  shapeNow: ShapeNow | null;
  /** Clicked with Shift: adds it to the selection, or removes it. */
  toggle: AnnotationId;
  drawingState: DrawingState;
}

export type ViewerEventName = keyof ViewerEvents;
export type ViewerListener<Name extends ViewerEventName> = (detail: ViewerEvents[Name]) => void;

/** Calls listeners in the order in which they subscribed. */
export class ViewerEmitter {
  readonly #listeners = new Map<ViewerEventName, Set<(detail: never) => void>>();

  /** @returns a function that removes the listeners. */
  on<Name extends ViewerEventName>(name: Name, listener: ViewerListener<Name>): () => void {
    const listeners = this.#listeners.get(name) ?? new Set();
    this.#listeners.set(name, listeners);
    listeners.add(listener);
    return () => listeners.delete(listener);
  }

  emit<Name extends ViewerEventName>(name: Name, detail: ViewerEvents[Name]): void {
    for (const listener of [...(this.#listeners.get(name) ?? [])]) (listener as ViewerListener<Name>)(detail);
  }

  clear(): void {
    this.#listeners.clear();
  }
}
