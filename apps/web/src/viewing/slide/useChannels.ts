/** The channels of the slide on the page: as set, shown, and stored for this slide in this browser. */
import type { SlidePlanes } from "@parfocal/core/image/image.contract.ts";
import type { ChannelChoice } from "@parfocal/viewer/channels/channel-choice.ts";
import { useCallback, useMemo, useState } from "react";
import { openingOf, useSharedLink } from "#platform/shared-link.ts";
import { readRemembered, remember } from "#ui/remembered.ts";
import { type ChannelSettings, firstSettings, parseChannelSettings, shownChannels } from "./channel-settings.ts";

const keyOf = (imageId: number): string => `channels-${imageId}`;

/** @param stored JSON; null: nothing stored. @returns null for a slide without channels. */
function readChannels(stored: string | null, planes: SlidePlanes | null): ChannelSettings | null {
  if (planes === null || planes.channels.length === 0) return null;
  return parseChannelSettings(stored, planes) ?? firstSettings(planes);
}

export interface Channels {
  readonly settings: ChannelSettings;
  /** The channels for the viewer; the same array while nothing changes. */
  readonly shown: readonly ChannelChoice[];
  change(settings: ChannelSettings): void;
}

/** @returns null for a slide without channels. */
export function useChannels(imageId: number, planes: SlidePlanes | null): Channels | null {
  const link = useSharedLink();
  const isRemembered = link === null;
  const [settings, setSettings] = useState(() =>
    readChannels(isRemembered ? readRemembered(keyOf(imageId)) : (openingOf(link, imageId)?.channels ?? null), planes),
  );
  const shown = useMemo(() => settings && shownChannels(settings), [settings]);
  const change = useCallback(
    (next: ChannelSettings) => {
      setSettings(next);
      if (isRemembered) remember(keyOf(imageId), JSON.stringify(next));
    },
    [imageId, isRemembered],
  );
  return useMemo(() => settings && shown && { settings, shown, change }, [settings, shown, change]);
}
