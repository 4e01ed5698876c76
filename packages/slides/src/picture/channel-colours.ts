/** Colours for channels whose file specifies none, or none that is meaningful. */

/** Properties that identify a channel. */
export interface ChannelFacts {
  readonly name: string;
  readonly fluor: string;
  /** Wavelength of the emitted light; null: unknown. */
  readonly emissionNm: number | null;
  /** `#rrggbb` as in the file; null: none. */
  readonly colour: string | null;
}

const WHITE = "#ffffff";
const BLACK = "#000000";

/**
 * Distinguishable for people with red-green colour blindness, and bright enough to be added up. In order of use.
 *
 * Source: B. Wong, "Points of view: Color blindness", Nature Methods 8 (2011) 441, after M. Okabe and K. Ito.
 */
export const DISTINCT_COLOURS = [
  "#56b4e9",
  "#e69f00",
  "#009e73",
  "#f0e442",
  "#cc79a7",
  "#d55e00",
  "#0072b2",
  WHITE,
] as const;

/** Colours that microscopists associate with a dye; the first matching row applies. */
const DYES: readonly (readonly [name: RegExp, colour: string])[] = [
  [/dapi|hoechst|draq5 blue|alexa ?(fluor ?)?(350|405)|\bbfp\b|pacific ?blue|opal ?polaris ?480/i, "#0080ff"],
  [/\bcfp\b|cyan|alexa ?(fluor ?)?430/i, "#00ffff"],
  [/fitc|gfp|alexa ?(fluor ?)?488|\baf ?488|\bcy ?2\b|opal ?5[02]0|fluorescein/i, "#00ff00"],
  [/\byfp\b|alexa ?(fluor ?)?(514|532)|opal ?540/i, "#ffff00"],
  [
    /\bcy ?3\b|tritc|rhodamine|alexa ?(fluor ?)?(546|555|568)|\baf ?(555|568)|opal ?570|tamra|spectrum ?orange/i,
    "#ff8000",
  ],
  [/texas ?red|\brfp\b|mcherry|alexa ?(fluor ?)?594|\baf ?594|opal ?6[25]0|propidium/i, "#ff0000"],
  [/\bcy ?[57](\.5)?\b|alexa ?(fluor ?)?(633|647|660|680|700|750)|\baf ?(647|750)|opal ?(690|780)|draq5/i, "#ff00ff"],
  [/bright ?field|transmitted|phase|\bdic\b|\bpmt\b|\btl\b/i, WHITE],
];

/** Screen colour of light, up to this wavelength. Far red, which is invisible, is shown as magenta. */
const LIGHT: readonly (readonly [upToNm: number, colour: string])[] = [
  [475, "#0080ff"],
  [500, "#00ffff"],
  [555, "#00ff00"],
  [580, "#ffff00"],
  [605, "#ff8000"],
  [650, "#ff0000"],
  [Number.POSITIVE_INFINITY, "#ff00ff"],
];

/**
 * One colour per channel: the file's own, else that of its wavelength or its dye, else one of `DISTINCT_COLOURS`.
 * Programs write white if nobody chose a colour, so with several channels white counts as none. A single channel is
 * white.
 */
export function coloursOf(channels: readonly ChannelFacts[]): string[] {
  const own = (colour: string | null) =>
    colour !== null && colour !== BLACK && (channels.length === 1 || colour !== WHITE);
  const used = new Set<string>();
  const known = channels.map((channel) => {
    const colour = own(channel.colour) ? channel.colour : channels.length === 1 ? WHITE : colourOfLight(channel);
    if (colour !== null) used.add(colour);
    return colour;
  });
  const free = DISTINCT_COLOURS.filter((colour) => !used.has(colour));
  let taken = 0;
  return known.map((colour) => colour ?? free[taken++ % free.length] ?? WHITE);
}

function colourOfLight({ name, fluor, emissionNm }: ChannelFacts): string | null {
  const dye = DYES.find(([pattern]) => pattern.test(fluor) || pattern.test(name));
  if (dye) return dye[1];
  if (emissionNm === null) return null;
  return LIGHT.find(([upToNm]) => emissionNm <= upToNm)![1];
}
