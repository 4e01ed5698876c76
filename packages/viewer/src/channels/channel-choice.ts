/** How each channel of a slide is shown. */
import type { SlidePlanes } from "../slide-description.ts";

export interface ChannelChoice {
  readonly isShown: boolean;
  /** Colour of full intensity, `#rrggbb`. */
  readonly colour: string;
  /** Samples shown as black and as full colour. */
  readonly window: { readonly min: number; readonly max: number };
  /** Gamma between the two limits: 1 is linear; higher values brighten dark areas. */
  readonly gamma: number;
}

/** Maximum number of channels shown initially: the colours of dozens would add up to white. */
export const MAX_SHOWN_AT_FIRST = 6;

/** Default display of the channels, as in the file. */
export function firstChoices({ channels }: SlidePlanes): readonly ChannelChoice[] {
  return channels.map(({ colour, window }, index) => ({
    isShown: index < MAX_SHOWN_AT_FIRST,
    colour,
    window,
    gamma: 1,
  }));
}
