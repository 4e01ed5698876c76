/**
 * Window: the range of values shown between black and white.
 *
 * Sources: DICOM PS3.3, C.11.2.1.2 (Window Center and Window Width, linear); presets for CT: radiopaedia.org,
 * "Windowing (CT)".
 */

/** In the image's own unit (CT: Hounsfield units). */
export interface PixelWindow {
  readonly center: number;
  /** 1 or more. */
  readonly width: number;
}

/** Values shown as black and as white, including all values below and above. */
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

/** Change of the window by a drag across the whole image, in units of its width. */
const WIDTHS_PER_DRAG = 2;

/**
 * Window after a drag: right widens it, down darkens (raises the centre).
 *
 * @param across, @param down fractions of the image's size on screen, e.g. 0.5 for half.
 */
export function draggedWindow({ center, width }: PixelWindow, across: number, down: number): PixelWindow {
  return {
    width: Math.max(1, width * Math.exp(across * WIDTHS_PER_DRAG)),
    center: center + down * width,
  };
}
