/**
 * The window: which values of a picture are shown between black and white.
 *
 * Sources: DICOM PS3.3, C.11.2.1.2 (Window Center and Window Width, linear); presets for CT: radiopaedia.org, "Windowing (CT)".
 */

/** In the picture's own unit (CT: Hounsfield units). */
export interface PixelWindow {
  readonly center: number;
  /** 1 or more. */
  readonly width: number;
}

/** Values shown black and white, and all below and above. */
export interface PixelRange {
  readonly lower: number;
  readonly upper: number;
}

export function rangeOfWindow({ center, width }: PixelWindow): PixelRange {
  return { lower: center - 0.5 - (width - 1) / 2, upper: center - 0.5 + (width - 1) / 2 };
}

export function windowOfRange({ lower, upper }: PixelRange): PixelWindow {
  return { center: (lower + upper + 1) / 2, width: Math.max(1, Math.abs(upper - lower) + 1) };
}

export const CT_WINDOWS = {
  softTissue: { center: 50, width: 400 },
  lung: { center: -600, width: 1500 },
  bone: { center: 400, width: 1800 },
  brain: { center: 40, width: 80 },
} as const satisfies Record<string, PixelWindow>;

export type CtWindowName = keyof typeof CT_WINDOWS;
export const CT_WINDOW_NAMES = Object.keys(CT_WINDOWS) as CtWindowName[];

/** A drag over the whole picture changes the window by so many of its widths. */
const WIDTHS_PER_DRAG = 2;

/**
 * The window after a drag: to the right wider, down darker (the centre goes up).
 *
 * @param across, @param down of the picture's size on the screen, e.g. 0.5: half of it.
 */
export function draggedWindow({ center, width }: PixelWindow, across: number, down: number): PixelWindow {
  return {
    width: Math.max(1, width * Math.exp(across * WIDTHS_PER_DRAG)),
    center: center + down * width,
  };
}
