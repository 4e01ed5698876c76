/** Interface of a stack of images; `open-stack.ts` creates one. */
import type { PicturePoint, PixelSpacingMm } from "@parfocal/core/radiology/picture-length.ts";
import type { PixelRange, PixelWindow } from "@parfocal/core/radiology/pixel-window.ts";

/** CSS pixels, from the stack's top left corner. */
export type ScreenPoint = readonly [x: number, y: number];

export interface EdgeLetters {
  readonly top: string;
  readonly right: string;
  readonly bottom: string;
  readonly left: string;
}

/** `failed`: the image could not be fetched or decoded. */
export type StackState = "loading" | "shown" | "failed";

export interface StackViewState {
  readonly state: StackState;
  /** Requested image, from 0. */
  readonly index: number;
  /** Displayed image, from 0; null: none yet. */
  readonly shownIndex: number | null;
  readonly count: number;
  /** Number of loaded images. */
  readonly loadedCount: number;
  /** Number of images to load. */
  readonly requestedCount: number;
  /** Null: in colour, without a window. */
  readonly window: PixelWindow | null;
  /** The window in the file, otherwise all values; null: in colour. */
  readonly recordedWindow: PixelWindow | null;
  /** Values from the darkest to the brightest; null: in colour. */
  readonly fullRange: PixelRange | null;
  readonly isInverted: boolean;
  /** 1: fit to window. */
  readonly zoom: number;
  /** Clockwise: 0, 90, 180, 270. */
  readonly rotationDeg: number;
  readonly isFlipped: boolean;
  /** Null: the image's orientation is unknown. */
  readonly letters: EdgeLetters | null;
  /** Null: unknown. */
  readonly spacingMm: PixelSpacingMm | null;
}

type Flip = "horizontal" | "vertical";

export interface Stack {
  look(): StackViewState;
  subscribe(listener: () => void): () => void;
  /** Clamped to the ends. Resolves when the image is displayed, failed to load, or another one was requested. */
  goTo(index: number): Promise<void>;
  setWindow(window: PixelWindow): void;
  invert(): void;
  /** By 90 degrees clockwise. */
  rotate(): void;
  flip(how: Flip): void;
  /** @param at fixed point; default: the centre. */
  zoomBy(factor: number, at?: ScreenPoint): void;
  panBy(x: number, y: number): void;
  /** Fits the whole image to the window. */
  fit(): void;
  /** Restores the initial window, rotation, zoom and position. */
  reset(): void;
  /** Null: no image yet. */
  toPicture(at: ScreenPoint): PicturePoint | null;
  toScreen(at: PicturePoint): ScreenPoint | null;
  /** Must be called before its element is removed. */
  close(): void;
}
