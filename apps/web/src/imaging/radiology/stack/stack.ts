/** What a stack of pictures is to those who show and move it; `open-stack.ts` makes one. */
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

/** `failed`: the picture could not be fetched or decoded. */
export type StackState = "loading" | "shown" | "failed";

export interface StackViewState {
  readonly state: StackState;
  /** Of the picture that is wanted, from 0. */
  readonly index: number;
  /** Of the picture that is seen, from 0; null: none yet. */
  readonly shownIndex: number | null;
  readonly count: number;
  /** Pictures that are here. */
  readonly loadedCount: number;
  /** Those that are to be. */
  readonly wantedCount: number;
  /** null: in colour, without a window. */
  readonly window: PixelWindow | null;
  /** The one that the file names, else all values; null: in colour. */
  readonly recordedWindow: PixelWindow | null;
  /** Values from the darkest to the brightest; null: in colour. */
  readonly fullRange: PixelRange | null;
  readonly isInverted: boolean;
  /** 1: the whole picture fits. */
  readonly zoom: number;
  /** Clockwise: 0, 90, 180, 270. */
  readonly rotationDeg: number;
  readonly isFlipped: boolean;
  /** null: the picture does not say how it lies in the body. */
  readonly letters: EdgeLetters | null;
  /** null: not known. */
  readonly spacingMm: PixelSpacingMm | null;
}

export type Flip = "horizontal" | "vertical";

export interface Stack {
  look(): StackViewState;
  subscribe(listener: () => void): () => void;
  /** Beyond an end: the end. Resolves once the picture is seen, could not be loaded, or another was wanted meanwhile. */
  goTo(index: number): Promise<void>;
  setWindow(window: PixelWindow): void;
  invert(): void;
  /** By a quarter, clockwise. */
  rotate(): void;
  flip(how: Flip): void;
  /** @param at what stays where it is; left out: the middle. */
  zoomBy(factor: number, at?: ScreenPoint): void;
  panBy(x: number, y: number): void;
  /** The whole picture, in the middle. */
  fit(): void;
  /** As it was at first: window, turn, size and place. */
  reset(): void;
  /** null: there is no picture yet. */
  toPicture(at: ScreenPoint): PicturePoint | null;
  toScreen(at: PicturePoint): ScreenPoint | null;
  /** Must be called before its element goes. */
  close(): void;
}
