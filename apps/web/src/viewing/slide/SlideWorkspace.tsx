/** The slide that fills the window, and what floats at its edges. */
import "@parfocal/viewer/slide-viewer.css";
import { useMediaQuery } from "@mantine/hooks";
import { parseWkt } from "@parfocal/core/geometry/wkt.ts";
import type { Image } from "@parfocal/core/image/image.contract.ts";
import { hasSeveralPlanes } from "@parfocal/viewer/planes/plane.ts";
import { useNavigate } from "@tanstack/react-router";
import { Suspense, useEffect, useMemo, useState } from "react";
import { type ListedAnnotation, neighbourAnnotation } from "#annotation/annotation-outbox.ts";
import { type AnnotationBoard, useAnnotationBoard } from "#annotation/useAnnotationBoard.ts";
import { useAnnotator } from "#annotation/useAnnotator.ts";
import { useKeptColour } from "#colour/useKeptColour.ts";
import { useSession } from "#platform/session.tsx";
import { openingOf, type SharedLink, useSharedLink } from "#platform/shared-link.ts";
import type { SeenImage } from "#slide-feature/slide-feature-props.ts";
import { PanelSlotProvider } from "#ui/panel-slot.ts";
import { useRememberedSwitch } from "#ui/remembered-switch.ts";
import { markPictureShown } from "#ui/settled.ts";
import { SMALL_SCREEN_QUERY } from "#ui/small-screen.ts";
import { withNextSolo } from "./channel-settings.ts";
import {
  AnnotationDesk,
  AnnotationPopup,
  ChannelPanel,
  fetchLaterParts,
  KeyboardSheet,
  MoreTools,
  PlaneBar,
} from "./lazy-parts.ts";
import { linkCommands } from "./link-commands.ts";
import { SlideFeatureHost } from "./SlideFeatureHost.tsx";
import { SlideHeaderActions } from "./SlideHeaderActions.tsx";
import { SlideSidebar } from "./SlideSidebar.tsx";
import { SlideStatusLine } from "./SlideStatusLine.tsx";
import { SlideTools } from "./SlideTools.tsx";
import classes from "./SlideWorkspace.module.css";
import { useSlideActions } from "./slide-actions.ts";
import { readSlideAddress } from "./slide-address.ts";
import type { SlideCommand } from "./slide-commands.ts";
import type { ExternalTileUrl } from "./slide-description.ts";
import {
  type FeatureCommand,
  featureOf,
  SLIDE_FEATURE_NAMES,
  type SlideFeatureName,
  slideFeature,
  useOfferedFeatures,
} from "./slide-features.ts";
import { neighbourPath, type SlidePlace } from "./slide-place.ts";
import { useChannels } from "./useChannels.ts";
import { useShapeAnchor } from "./useShapeAnchor.ts";
import { useSlideAddress } from "./useSlideAddress.ts";
import { useSlideKeys } from "./useSlideKeys.ts";
import { initialViewOf, useSlideViewer } from "./useSlideViewer.ts";
import { useViewerTexts } from "./useViewerTexts.ts";

/** On screens so wide the tools say their names, until somebody switches that off. */
const LABELS_FROM_PX = 1600;

interface SlideWorkspaceProps {
  readonly place: SlidePlace;
  readonly image: SeenImage;
  /** null: the slide's tiles are ours. */
  readonly externalUrl: ExternalTileUrl | null;
}

/** The commands that open and close the panels of features. */
function featureCommands(toggle: (name: SlideFeatureName) => void): Readonly<Record<FeatureCommand, () => void>> {
  const actions = SLIDE_FEATURE_NAMES.map((name) => [slideFeature(name).command, () => toggle(name)] as const);
  return Object.fromEntries(actions) as Record<FeatureCommand, () => void>;
}

/** What is selected is drawn in any case: outside of editing nothing stays selected while annotations are hidden. */
function toggleAnnotations(board: AnnotationBoard, isAnnotating: boolean): void {
  if (board.isVisible && !isAnnotating) board.select(null);
  board.setVisible(!board.isVisible);
}

const hasSidebar = (link: SharedLink | null): boolean => !link?.hidesAnnotations && !link?.hidesToolbar;

/** In the frame of another site there is room for the slide alone, whatever was left open elsewhere. */
function useSidebarSwitch(link: SharedLink | null, isSmall: boolean | undefined) {
  return useRememberedSwitch(link?.isEmbedded ? "sidebar-embedded" : "sidebar", !isSmall && !link?.isEmbedded);
}

const panelAtFirst = (isReviewed: boolean): SlideFeatureName | "more" | null => (isReviewed ? "review" : null);

function goOnAfterPicture(): void {
  markPictureShown();
  void fetchLaterParts();
}

export function SlideWorkspace({ place, image, externalUrl }: SlideWorkspaceProps) {
  const navigate = useNavigate();
  const link = useSharedLink();
  const { can } = useSession();
  const isOffered = useOfferedFeatures(image);
  const [stage, setStage] = useState<HTMLDivElement | null>(null);
  const [address] = useState(() => readSlideAddress(window.location.search));
  const isSmall = useMediaQuery(SMALL_SCREEN_QUERY, window.matchMedia(SMALL_SCREEN_QUERY).matches);
  const [isSidebarWanted, setSidebarWanted] = useSidebarSwitch(link, isSmall);
  const [isSurroundLight, setSurroundLight] = useRememberedSwitch("surround-light", false);
  const [areLabelsOn, setLabelsOn] = useRememberedSwitch("tool-names", window.innerWidth >= LABELS_FROM_PX);
  const [areLettersOn, setLettersOn] = useRememberedSwitch("letters", true);
  const [areChannelsWanted, setChannelsWanted] = useRememberedSwitch("channels", !isSmall);
  const [openPanel, setOpenPanel] = useState(() => panelAtFirst(address.isReviewed && isOffered("review")));
  const [panelSheet, setPanelSheet] = useState<HTMLDivElement | null>(null);
  const [panelArea, setPanelArea] = useState<HTMLDivElement | null>(null);
  const [isKeyboardOpen, setKeyboardOpen] = useState(false);
  const [isFullscreen, setFullscreen] = useState(false);

  const texts = useViewerTexts(image.title);
  const { planes } = image.slideInformation;
  const channels = useChannels(image.id, planes);
  const viewer = useSlideViewer(
    stage,
    image.slideInformation,
    externalUrl,
    { view: initialViewOf(image, address.view), plane: address.plane ?? openingOf(link, image.id)?.plane ?? null },
    channels?.shown ?? null,
    isSurroundLight ? "light" : "dark",
    texts,
  );
  const board = useAnnotationBoard(image, address.annotationId);
  const annotator = useAnnotator(image, viewer, board);
  const { selected } = board;
  useKeptColour(viewer, image);
  useSlideAddress(viewer, planes, selected?.id ?? null);
  useEffect(() => viewer?.on("fullscreen", setFullscreen), [viewer]);
  useEffect(() => viewer?.on("firstTile", goOnAfterPicture), [viewer]);

  const isAnnotating = annotator.state.mode !== "off";
  const isSidebarOpen = isSidebarWanted || isAnnotating || board.refused.length > 0;
  // On a small screen there is room for one sheet.
  const isPanelOpen = openPanel !== null && !(isSmall && isAnnotating);
  const isSidebarShown = hasSidebar(link) && isSidebarOpen && !(isSmall && isPanelOpen);
  const areChannelsOpen = channels !== null && areChannelsWanted && !(isSmall && (isSidebarOpen || isPanelOpen));
  // The queue of reviews says itself what its annotation says.
  const popupOf = isAnnotating || openPanel === "review" ? null : selected;
  const anchor = useShapeAnchor(viewer, stage, image.slideInformation, popupOf?.geometry ?? null);

  /** Chosen by list or key: the slide goes there. */
  function choose(annotation: ListedAnnotation | undefined): void {
    board.select(annotation?.id ?? null);
    const result = annotation && parseWkt(annotation.geometry);
    if (result?.ok) viewer?.showShape(result.shape, { isAnimated: true, zoom: annotation?.zoom ?? null });
  }

  const canAnnotate = image.userCanAnnotate && board.outbox !== null;
  const commands: Readonly<Record<SlideCommand, () => void>> = {
    rotateLeft: () => viewer?.rotateLeft(),
    rotateRight: () => viewer?.rotateRight(),
    zoomIn: () => viewer?.zoomBy(1),
    zoomOut: () => viewer?.zoomBy(-1),
    fit: () => viewer?.fit(),
    fullscreen: () => viewer?.toggleFullscreen(),
    toggleAnnotations: () => toggleAnnotations(board, isAnnotating),
    toggleLabels: () => setLabelsOn(!areLabelsOn),
    toggleSurround: () => setSurroundLight(!isSurroundLight),
    toggleMore: () => togglePanel("more"),
    ...linkCommands(image, can("learn") ? viewer : null, channels?.settings ?? null),
    ...featureCommands(togglePanel),
    toggleSidebar: () => {
      if (isSmall) setOpenPanel(null);
      setSidebarWanted(!isSidebarShown);
    },
    toggleChannels: () => {
      if (isSmall) setSidebarWanted(false);
      if (isSmall) setOpenPanel(null);
      setChannelsWanted(!areChannelsOpen);
    },
    nextChannelAlone: () => channels?.change(withNextSolo(channels.settings)),
    showKeyboard: () => setKeyboardOpen(true),
    annotate: () => {
      if (!canAnnotate || isAnnotating) return;
      annotator.start();
      viewer?.focus();
    },
    previousAnnotation: () => choose(neighbourAnnotation(board.annotations, selected?.id ?? null, -1)),
    nextAnnotation: () => choose(neighbourAnnotation(board.annotations, selected?.id ?? null, 1)),
    previousSlide: () => goTo(image.previous),
    nextSlide: () => goTo(image.next),
  };

  useSlideActions({ image, isOffered, canAnnotate, isHidden: link?.hidesToolbar ?? false, commands });
  const panelSlot = useMemo(
    () => ({ element: isSmall ? panelSheet : panelArea, isSmallScreen: isSmall ?? false }),
    [isSmall, panelSheet, panelArea],
  );

  function closePanel(): void {
    setOpenPanel(null);
    viewer?.focus();
  }

  function togglePanel(panel: SlideFeatureName | "more"): void {
    if (panel !== "more" && !isOffered(panel)) return;
    if (openPanel === panel) closePanel();
    else setOpenPanel(panel);
  }

  function goTo(neighbour: Image["next"]): void {
    if (neighbour) void navigate({ to: neighbourPath(place, neighbour) });
  }

  const tools = !link?.hidesToolbar && (
    <SlideTools
      viewer={viewer}
      isFullscreen={isFullscreen}
      areAnnotationsVisible={board.isVisible}
      image={image}
      openPanel={openPanel}
      isSidebarOpen={isSidebarShown}
      areChannelsOpen={channels && areChannelsOpen}
      isSmall={isSmall ?? false}
      areLabelsOn={areLabelsOn}
      onCommand={(command) => commands[command]()}
    />
  );

  const channelPanel = viewer && planes && channels && areChannelsOpen && (
    <ChannelPanel viewer={viewer} planes={planes} channels={channels} onClose={() => setChannelsWanted(false)} />
  );

  useSlideKeys({
    commands,
    annotator,
    areLettersOn,
    isSuspended: isKeyboardOpen || board.asked !== null || link?.hidesToolbar === true,
  });

  return (
    <div
      className={classes.workspace}
      data-sidebar={isSidebarShown ? "open" : "closed"}
      data-panel={isPanelOpen || areChannelsOpen ? "open" : "closed"}
      data-surround={isSurroundLight ? "light" : "dark"}
      data-labels={areLabelsOn || undefined}
    >
      <h1 className="for-screen-readers">{image.title}</h1>
      <SlideHeaderActions
        place={place}
        image={image}
        outbox={board.outbox}
        isSidebarOpen={isSidebarShown}
        onToggleSidebar={isSmall || !hasSidebar(link) ? null : commands.toggleSidebar}
      />
      <div className={classes.stageArea}>
        <div ref={setStage} className={classes.stage} />
        {!isSmall && tools}
        <div ref={setPanelArea} hidden={isSmall ?? false} />
        <Suspense fallback={null}>
          {viewer && planes && hasSeveralPlanes(planes) && <PlaneBar viewer={viewer} planes={planes} />}
          {!isSmall && channelPanel}
          {viewer && popupOf && (
            <AnnotationPopup
              image={image}
              annotation={popupOf}
              board={board}
              annotator={annotator}
              viewer={viewer}
              anchor={anchor}
              onChoose={choose}
              onClose={() => {
                board.select(null);
                viewer?.focus();
              }}
            />
          )}
        </Suspense>
      </div>
      {isSmall && <Suspense fallback={null}>{channelPanel}</Suspense>}
      <div ref={setPanelSheet} className={classes.panelSheet} hidden={!isSmall || !isPanelOpen} />
      <PanelSlotProvider value={panelSlot}>
        {viewer && (
          <SlideFeatureHost
            viewer={viewer}
            image={image}
            place={place}
            board={board}
            annotator={annotator}
            openFeature={isPanelOpen && openPanel !== "more" ? openPanel : null}
            onClose={closePanel}
            isSmallScreen={isSmall ?? false}
          />
        )}
        <Suspense fallback={null}>
          {isPanelOpen && openPanel === "more" && (
            <MoreTools
              image={image}
              isSurroundLight={isSurroundLight}
              isSmallScreen={isSmall ?? false}
              onClose={closePanel}
              onCommand={(command) => {
                if (featureOf(command) === undefined) closePanel();
                commands[command]();
              }}
            />
          )}
        </Suspense>
      </PanelSlotProvider>
      {isSidebarShown && (
        <SlideSidebar
          {...{ image, board, annotator, viewer, canAnnotate, isSmall: isSmall ?? false }}
          onSelect={(id) => choose(board.annotations.find((annotation) => annotation.id === id))}
        />
      )}
      <SlideStatusLine
        viewer={viewer}
        slide={image.slideInformation}
        levelsProgress={image.job?.state === "running" ? image.job.progress : null}
      />
      {isSmall && tools}
      <Suspense fallback={null}>
        {isKeyboardOpen && (
          <KeyboardSheet
            isOpen={isKeyboardOpen}
            onClose={() => setKeyboardOpen(false)}
            areLettersOn={areLettersOn}
            onLettersChange={setLettersOn}
            planes={planes}
          />
        )}
        {viewer && (
          <AnnotationDesk
            image={image}
            viewer={viewer}
            board={board}
            annotator={annotator}
            linkedId={address.view || address.isReviewed ? null : address.annotationId}
          />
        )}
      </Suspense>
    </div>
  );
}
