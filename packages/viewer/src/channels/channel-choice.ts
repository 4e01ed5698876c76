/** How each channel of a slide is shown. */
import type { SlidePlanes } from "../slide-description.ts";

export interface ChannelChoice {
  readonly isShown: boolean;
  /** Colour of full intensity, `#rrggbb`. */
  readonly colour: string;
  /** Samples shown as black and as full colour. */
  readonly window: { readonly min: number; readonly max: number };
  /** Gamma between the two limits: 1 is linear, more brightens dark areas. */
  readonly gamma: number;
}

/** Of slides with dozens of channels not all are shown at once: their colours would only be white together. */
export const MAX_SHOWN_AT_FIRST = 6;

/** As the file has it. */
export function firstChoices({ channels }: SlidePlanes): readonly ChannelChoice[] {
  return channels.map(({ colour, window }, index) => ({
    isShown: index < MAX_SHOWN_AT_FIRST,
    colour,
    window,
    gamma: 1,
  }));
}
