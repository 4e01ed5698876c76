/** The viewer of one slide; exists as long as its element is on the page. */
import type { Image } from "@parfocal/core/image/image.contract.ts";
import type { ChannelChoice } from "@parfocal/viewer/channels/channel-choice.ts";
import type { Plane } from "@parfocal/viewer/slide-description.ts";
import {
  createSlideViewer,
  type SlideViewer,
  type SlideViewerOptions,
  type Surround,
} from "@parfocal/viewer/slide-viewer.ts";
import type { ViewState } from "@parfocal/viewer/view-state/view-state.ts";
import type { ViewerLabels } from "@parfocal/viewer/viewer-labels.ts";
import { useEffect, useRef, useState } from "react";
import { useLatest } from "#ui/useLatest.ts";
import { describeSlide, type ExternalTileUrl } from "./slide-description.ts";

interface SlideViewerTexts {
  readonly labels: ViewerLabels;
  readonly locale: string;
}

type Levels = NonNullable<Image["slideInformation"]>["levels"];

/** Changes when the server has created more resolution levels of the slide. */
const levelsKey = (levels: Levels): string => levels.map(({ width }) => width).join(" ");

/** The opening view: from the URL, otherwise the teacher's, otherwise the whole slide. */
export function initialViewOf(
  image: Pick<Image, "center" | "zoom" | "rotation">,
  fromAddress: ViewState | null,
): Partial<ViewState> {
  if (fromAddress) return fromAddress;
  return {
    rotationDeg: image.rotation,
    ...(image.center ? { center: image.center } : {}),
    ...(image.zoom === null ? {} : { zoom: image.zoom }),
  };
}

/** View and plane with which a slide opens. */
interface SlideOpeningView {
  readonly view: Partial<ViewState>;
  /** Null: the slide's default plane. */
  readonly plane: Plane | null;
}

/** Viewer options that a page can override: several viewers on one page have fewer elements each. */
export type ViewerExtent = Pick<SlideViewerOptions, "hasScaleBar" | "hasOverview" | "hasKeyboard" | "resizeDelayMs">;

const WHOLE_VIEWER: ViewerExtent = {};

/**
 * Opens the slide in `element`, and again in the same view when it has more resolution levels.
 *
 * @param information information of a slide that is ready.
 * @param externalUrl must not change; null: the tiles are on this server.
 * @param extent options of the first opening.
 */
export function useSlideViewer(
  element: HTMLElement | null,
  information: NonNullable<Image["slideInformation"]>,
  externalUrl: ExternalTileUrl | null,
  initial: SlideOpeningView,
  channels: readonly ChannelChoice[] | null,
  surround: Surround,
  texts: SlideViewerTexts,
  extent: ViewerExtent = WHOLE_VIEWER,
): SlideViewer | null {
  const [viewer, setViewer] = useState<SlideViewer | null>(null);
  const opening = useRef({ initial, extent });
  const latest = useLatest({ information, channels, surround, texts });
  const key = levelsKey(information.levels);

  // biome-ignore lint/correctness/useExhaustiveDependencies: reopened only for other levels; the rest is set below
  useEffect(() => {
    if (!element) return;
    const { initial: first } = opening.current;
    const { information: now, channels: firstChannels, surround: firstSurround, texts: firstTexts } = latest.current;
    const created = createSlideViewer(element, {
      slide: describeSlide(now, externalUrl),
      initialView: first.view,
      ...(first.plane ? { initialPlane: first.plane } : {}),
      ...(firstChannels ? { initialChannels: firstChannels } : {}),
      surround: firstSurround,
      hasReadings: false,
      // The whole document; otherwise dialogs, tooltips and toasts would be behind the slide.
      fullscreenElement: document.documentElement,
      ...opening.current.extent,
      ...firstTexts,
    });
    setViewer(created);
    return () => {
      opening.current.initial = { view: created.getView(), plane: created.getPlane() };
      setViewer(null);
      created.destroy();
    };
  }, [element, key]);

  useEffect(() => viewer?.setSurround(surround), [viewer, surround]);
  useEffect(() => {
    if (channels) viewer?.setChannels(channels);
  }, [viewer, channels]);
  useEffect(() => viewer?.setTexts(texts.labels, texts.locale), [viewer, texts]);
  return viewer;
}
