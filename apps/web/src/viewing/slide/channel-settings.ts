/** A user's channel settings: derived values, and serialization for storage. */
import type { SlidePlanes } from "@parfocal/core/image/image.contract.ts";
import { type ChannelChoice, firstChoices } from "@parfocal/viewer/channels/channel-choice.ts";

export interface ChannelSettings {
  readonly channels: readonly ChannelChoice[];
  /** Whether a channel shown alone is grey, because the eye distinguishes more shades of grey. */
  readonly isAloneGrey: boolean;
}

/**
 * Distinguishable for most people with any colour vision. Source: Okabe and Ito, Color Universal Design (2008); red,
 * green and blue as well, because files use them.
 */
export const CHANNEL_COLOURS = [
  "#ffffff",
  "#0000ff",
  "#56b4e9",
  "#00ffff",
  "#009e73",
  "#00ff00",
  "#f0e442",
  "#e69f00",
  "#d55e00",
  "#ff0000",
  "#cc79a7",
  "#ff00ff",
] as const;

export const GAMMA_MIN = 0.25;
export const GAMMA_MAX = 4;

const WHITE = "#ffffff";
const COLOUR = /^#[0-9a-f]{6}$/;

export function firstSettings(planes: SlidePlanes): ChannelSettings {
  return { channels: firstChoices(planes), isAloneGrey: true };
}

/** The channels for the viewer. */
export function shownChannels({ channels, isAloneGrey }: ChannelSettings): readonly ChannelChoice[] {
  const isAlone = channels.filter(({ isShown }) => isShown).length === 1;
  return isAlone && isAloneGrey
    ? channels.map((channel) => (channel.isShown ? { ...channel, colour: WHITE } : channel))
    : channels;
}

export function withChannel(
  { channels, ...rest }: ChannelSettings,
  index: number,
  change: Partial<ChannelChoice>,
): ChannelSettings {
  return { ...rest, channels: channels.map((channel, at) => (at === index ? { ...channel, ...change } : channel)) };
}

/** Shows only one channel; if that is already the case, shows all again. */
export function withSolo({ channels, ...rest }: ChannelSettings, index: number): ChannelSettings {
  const isAlone = channels.every(({ isShown }, at) => isShown === (at === index));
  return { ...rest, channels: channels.map((channel, at) => ({ ...channel, isShown: isAlone || at === index })) };
}

/** From all channels to only the first, then one by one to the last, then all again. */
export function withNextSolo(settings: ChannelSettings): ChannelSettings {
  const shown = settings.channels.flatMap(({ isShown }, index) => (isShown ? [index] : []));
  const next = shown.length === 1 ? (shown[0] as number) + 1 : 0;
  const all = settings.channels.map((channel) => ({ ...channel, isShown: true }));
  return next === settings.channels.length || settings.channels.length < 2
    ? { ...settings, channels: all }
    : withSolo({ ...settings, channels: all }, next);
}

/** @param text JSON of the settings; it may have been tampered with. @returns null if it does not fit the slide. */
export function parseChannelSettings(text: string | null, planes: SlidePlanes): ChannelSettings | null {
  if (text === null) return null;
  let stored: unknown;
  try {
    stored = JSON.parse(text);
  } catch {
    return null;
  }
  if (!isRecord(stored) || !Array.isArray(stored.channels) || typeof stored.isAloneGrey !== "boolean") return null;
  const channels = stored.channels.map((channel) => channelOf(channel, 2 ** planes.sampleBits - 1));
  if (channels.length !== planes.channels.length || !channels.every((channel) => channel !== null)) return null;
  return { channels, isAloneGrey: stored.isAloneGrey };
}

function channelOf(value: unknown, largestSample: number): ChannelChoice | null {
  if (!isRecord(value) || !isRecord(value.window)) return null;
  const { isShown, colour, gamma, window } = value;
  const { min, max } = window;
  const isWithin = (number: unknown, from: number, to: number): number is number =>
    typeof number === "number" && number >= from && number <= to;
  const isFit =
    typeof isShown === "boolean" &&
    typeof colour === "string" &&
    COLOUR.test(colour) &&
    isWithin(gamma, GAMMA_MIN, GAMMA_MAX) &&
    isWithin(min, 0, largestSample) &&
    isWithin(max, min, largestSample);
  return isFit ? { isShown, colour, gamma, window: { min, max } } : null;
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null;
