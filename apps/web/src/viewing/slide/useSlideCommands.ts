/** What each command of the slide page does, for its tools, its keys and the command palette. */
import { parseWkt } from "@parfocal/core/geometry/wkt.ts";
import type { Image } from "@parfocal/core/image/image.contract.ts";
import type { SlideViewer } from "@parfocal/viewer/slide-viewer.ts";
import { useNavigate } from "@tanstack/react-router";
import { type ListedAnnotation, neighbourAnnotation } from "#annotation/annotation-outbox.ts";
import type { AnnotationBoard } from "#annotation/useAnnotationBoard.ts";
import type { Annotator } from "#annotation/useAnnotator.ts";
import { useSession } from "#platform/session.tsx";
import type { SharedLink } from "#platform/shared-link.ts";
import type { SeenImage } from "#slide-feature/slide-feature-props.ts";
import { withNextSolo } from "./channel-settings.ts";
import { linkCommands } from "./link-commands.ts";
import { useSlideActions } from "./slide-actions.ts";
import type { SlideCommand } from "./slide-commands.ts";
import { type FeatureCommand, SLIDE_FEATURE_NAMES, type SlideFeatureName, slideFeature } from "./slide-features.ts";
import { neighbourPath, type SlidePlace } from "./slide-place.ts";
import type { Channels } from "./useChannels.ts";
import { useSlideKeys } from "./useSlideKeys.ts";
import type { SlidePanels } from "./useSlidePanels.ts";
import type { SlideSwitches } from "./useSlideSwitches.ts";

interface SlideCommandOptions {
  readonly place: SlidePlace;
  readonly image: SeenImage;
  readonly link: SharedLink | null;
  readonly viewer: SlideViewer | null;
  readonly board: AnnotationBoard;
  readonly annotator: Annotator;
  readonly channels: Channels | null;
  readonly panels: SlidePanels;
  readonly switches: SlideSwitches;
  readonly canAnnotate: boolean;
  readonly isOffered: (name: SlideFeatureName) => boolean;
}

export type SlideCommands = Readonly<Record<SlideCommand, () => void>>;

/** The commands that open and close the panels of features. */
function featureCommands(toggle: (name: SlideFeatureName) => void): Readonly<Record<FeatureCommand, () => void>> {
  const actions = SLIDE_FEATURE_NAMES.map((name) => [slideFeature(name).command, () => toggle(name)] as const);
  return Object.fromEntries(actions) as Record<FeatureCommand, () => void>;
}

/**
 * The selected annotation is always drawn, so outside of editing the selection is cleared when annotations are hidden.
 */
function toggleAnnotations(board: AnnotationBoard, isAnnotating: boolean): void {
  if (board.isVisible && !isAnnotating) board.select(null);
  board.setVisible(!board.isVisible);
}

/** Selects an annotation from a list or by a key, and pans the slide to it. */
export function chooseAnnotation(
  board: AnnotationBoard,
  viewer: SlideViewer | null,
  annotation: ListedAnnotation | undefined,
): void {
  board.select(annotation?.id ?? null);
  const result = annotation && parseWkt(annotation.geometry);
  if (result?.ok) viewer?.showShape(result.shape, { isAnimated: true, zoom: annotation?.zoom ?? null });
}

export function useSlideCommands(options: SlideCommandOptions): SlideCommands {
  const { place, image, link, viewer, board, annotator, channels, panels, switches, canAnnotate, isOffered } = options;
  const navigate = useNavigate();
  const { can } = useSession();
  const isAnnotating = annotator.state.mode !== "off";
  const chooseNeighbour = (step: 1 | -1) =>
    chooseAnnotation(board, viewer, neighbourAnnotation(board.annotations, board.selected?.id ?? null, step));
  function goTo(neighbour: Image["next"]): void {
    if (neighbour) void navigate({ to: neighbourPath(place, neighbour) });
  }
  const commands: SlideCommands = {
    rotateLeft: () => viewer?.rotateLeft(),
    rotateRight: () => viewer?.rotateRight(),
    zoomIn: () => viewer?.zoomBy(1),
    zoomOut: () => viewer?.zoomBy(-1),
    fit: () => viewer?.fit(),
    fullscreen: () => viewer?.toggleFullscreen(),
    toggleAnnotations: () => toggleAnnotations(board, isAnnotating),
    toggleLabels: switches.toggleLabels,
    toggleSurround: switches.toggleSurround,
    toggleMore: () => panels.togglePanel("more"),
    ...linkCommands(image, can("learn") ? viewer : null, channels?.settings ?? null),
    ...featureCommands(panels.togglePanel),
    toggleSidebar: panels.toggleSidebar,
    toggleChannels: panels.toggleChannels,
    nextChannelAlone: () => channels?.change(withNextSolo(channels.settings)),
    showKeyboard: () => panels.setKeyboardOpen(true),
    annotate: () => {
      if (!canAnnotate || isAnnotating) return;
      annotator.start();
      viewer?.focus();
    },
    previousAnnotation: () => chooseNeighbour(-1),
    nextAnnotation: () => chooseNeighbour(1),
    previousSlide: () => goTo(image.previous),
    nextSlide: () => goTo(image.next),
  };
  useSlideActions({ image, isOffered, canAnnotate, isHidden: link?.hidesToolbar ?? false, commands });
  useSlideKeys({
    commands,
    annotator,
    areLettersOn: switches.areLettersOn,
    isSuspended: panels.isKeyboardOpen || board.dialog !== null || link?.hidesToolbar === true,
  });
  return commands;
}
