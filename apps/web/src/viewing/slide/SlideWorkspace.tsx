/** The slide that fills the window, and the elements floating at its edges. */
import "@parfocal/viewer/slide-viewer.css";
import { useMediaQuery } from "@mantine/hooks";
import { hasSeveralPlanes } from "@parfocal/viewer/planes/plane.ts";
import type { SlideViewer } from "@parfocal/viewer/slide-viewer.ts";
import { type ReactNode, Suspense, useEffect, useState } from "react";
import type { ListedAnnotation } from "#annotation/annotation-outbox.ts";
import { type AnnotationBoard, useAnnotationBoard } from "#annotation/useAnnotationBoard.ts";
import { type Annotator, useAnnotator } from "#annotation/useAnnotator.ts";
import { useStoredColour } from "#colour/useStoredColour.ts";
import { openingOf, type SharedLink, useSharedLink } from "#platform/shared-link.ts";
import type { SeenImage } from "#slide-feature/slide-feature-props.ts";
import { PanelSlotProvider } from "#ui/panel-slot.ts";
import { markPictureShown } from "#ui/settled.ts";
import { SMALL_SCREEN_QUERY } from "#ui/small-screen.ts";
import {
  AnnotationPopup,
  AnnotationWorkspace,
  ChannelPanel,
  fetchLaterParts,
  KeyboardSheet,
  MoreTools,
  PlaneBar,
} from "./lazy-parts.ts";
import { SlideFeatureHost } from "./SlideFeatureHost.tsx";
import { SlideHeaderActions } from "./SlideHeaderActions.tsx";
import { SlideSidebar } from "./SlideSidebar.tsx";
import { SlideStatusLine } from "./SlideStatusLine.tsx";
import { SlideTools } from "./SlideTools.tsx";
import classes from "./SlideWorkspace.module.css";
import { readSlideAddress } from "./slide-address.ts";
import type { ExternalTileUrl } from "./slide-description.ts";
import { featureOf, useOfferedFeatures } from "./slide-features.ts";
import type { SlidePlace } from "./slide-place.ts";
import { type Channels, useChannels } from "./useChannels.ts";
import { useShapeAnchor } from "./useShapeAnchor.ts";
import { useSlideAddress } from "./useSlideAddress.ts";
import { chooseAnnotation, type SlideCommands, useSlideCommands } from "./useSlideCommands.ts";
import { hasSidebar, type SlidePanels, useSlidePanels } from "./useSlidePanels.ts";
import { type SlideSwitches, useSlideSwitches } from "./useSlideSwitches.ts";
import { initialViewOf, useSlideViewer } from "./useSlideViewer.ts";
import { useViewerTexts } from "./useViewerTexts.ts";

interface SlideWorkspaceProps {
  readonly place: SlidePlace;
  readonly image: SeenImage;
  /** Null: the slide's tiles are on this server. */
  readonly externalUrl: ExternalTileUrl | null;
}

/** Shared props of the parts of the page. */
interface SlideParts {
  readonly place: SlidePlace;
  readonly image: SeenImage;
  readonly link: SharedLink | null;
  readonly isSmall: boolean;
  readonly viewer: SlideViewer | null;
  readonly board: AnnotationBoard;
  readonly annotator: Annotator;
  readonly channels: Channels | null;
  readonly panels: SlidePanels;
  readonly switches: SlideSwitches;
  readonly commands: SlideCommands;
  readonly choose: (annotation: ListedAnnotation | undefined) => void;
}

function loadLaterParts(): void {
  markPictureShown();
  void fetchLaterParts();
}

export function SlideWorkspace({ place, image, externalUrl }: SlideWorkspaceProps) {
  const link = useSharedLink();
  const isOffered = useOfferedFeatures(image);
  const [stage, setStage] = useState<HTMLDivElement | null>(null);
  const [address] = useState(() => readSlideAddress(window.location.search));
  const isSmall = useMediaQuery(SMALL_SCREEN_QUERY, window.matchMedia(SMALL_SCREEN_QUERY).matches) ?? false;
  const switches = useSlideSwitches();
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
    switches.isSurroundLight ? "light" : "dark",
    texts,
  );
  const board = useAnnotationBoard(image, address.annotationId);
  const annotator = useAnnotator(image, viewer, board);
  useStoredColour(viewer, image);
  useSlideAddress(viewer, planes, board.selected?.id ?? null);
  useEffect(() => viewer?.on("fullscreen", setFullscreen), [viewer]);
  useEffect(() => viewer?.on("firstTile", loadLaterParts), [viewer]);

  const panels = useSlidePanels({
    link,
    isSmall,
    isOffered,
    opensWith: address.isReviewed ? "review" : address.isAnalysed ? "cellAnalysis" : null,
    viewer,
    isAnnotating: annotator.state.mode !== "off",
    hasRejected: board.rejected.length > 0,
    hasChannels: channels !== null,
  });
  const canAnnotate = image.userCanAnnotate && board.outbox !== null;
  const shared = { place, image, link, isSmall, viewer, board, annotator, channels, panels, switches };
  const commands = useSlideCommands({ ...shared, canAnnotate, isOffered });
  const choose = (annotation: ListedAnnotation | undefined) => chooseAnnotation(board, viewer, annotation);
  const parts: SlideParts = { ...shared, commands, choose };
  const tools = !link?.hidesToolbar && <Tools {...parts} isFullscreen={isFullscreen} />;

  return (
    <div
      className={classes.workspace}
      data-sidebar={panels.isSidebarShown ? "open" : "closed"}
      data-panel={panels.isPanelShown || panels.areChannelsShown ? "open" : "closed"}
      data-surround={switches.isSurroundLight ? "light" : "dark"}
      data-labels={switches.areLabelsOn || undefined}
    >
      <h1 className="for-screen-readers">{image.title}</h1>
      <SlideHeaderActions
        place={place}
        image={image}
        outbox={board.outbox}
        isSidebarOpen={panels.isSidebarShown}
        onToggleSidebar={isSmall || !hasSidebar(link) ? null : commands.toggleSidebar}
      />
      <StageArea {...parts} stage={stage} onStage={setStage} tools={tools} />
      {isSmall && (
        <Suspense fallback={null}>
          <OpenChannels {...parts} />
        </Suspense>
      )}
      <div ref={panels.setSheet} className={classes.panelSheet} hidden={!isSmall || !panels.isPanelShown} />
      <FeaturePanels {...parts} />
      {panels.isSidebarShown && (
        <SlideSidebar
          {...{ image, board, annotator, viewer, canAnnotate, isSmall }}
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
        {panels.isKeyboardOpen && <KeyboardHelp {...parts} />}
        {viewer && (
          <AnnotationWorkspace
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

/** The toolbar: over the slide on wide screens, below it on small ones. */
function Tools({ isFullscreen, ...parts }: SlideParts & { readonly isFullscreen: boolean }) {
  const { image, viewer, board, channels, panels, switches, isSmall, commands } = parts;
  return (
    <SlideTools
      viewer={viewer}
      isFullscreen={isFullscreen}
      areAnnotationsVisible={board.isVisible}
      image={image}
      openPanel={panels.openPanel}
      isSidebarOpen={panels.isSidebarShown}
      areChannelsOpen={channels && panels.areChannelsShown}
      isSmall={isSmall}
      areLabelsOn={switches.areLabelsOn}
      onCommand={(command) => commands[command]()}
    />
  );
}

interface StageAreaProps extends SlideParts {
  readonly stage: HTMLDivElement | null;
  readonly onStage: (element: HTMLDivElement | null) => void;
  readonly tools: ReactNode;
}

/** The slide and everything drawn over it. */
function StageArea({ stage, onStage, tools, ...parts }: StageAreaProps) {
  const { image, viewer, board, annotator, panels, isSmall, choose } = parts;
  const { planes } = image.slideInformation;
  // The review queue itself shows the text of its annotation.
  const hasPopup = annotator.state.mode === "off" && panels.openPanel !== "review";
  const popupOf = hasPopup ? board.selected : null;
  const anchor = useShapeAnchor(viewer, stage, image.slideInformation, popupOf?.geometry ?? null);
  return (
    <div className={classes.stageArea}>
      <div ref={onStage} className={classes.stage} />
      {!isSmall && tools}
      <div ref={panels.setArea} hidden={isSmall} />
      <Suspense fallback={null}>
        {viewer && planes && hasSeveralPlanes(planes) && <PlaneBar viewer={viewer} planes={planes} />}
        {!isSmall && <OpenChannels {...parts} />}
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
              viewer.focus();
            }}
          />
        )}
      </Suspense>
    </div>
  );
}

function OpenChannels({ image, viewer, channels, panels }: SlideParts) {
  const { planes } = image.slideInformation;
  if (!viewer || !planes || !channels || !panels.areChannelsShown) return null;
  return <ChannelPanel viewer={viewer} planes={planes} channels={channels} onClose={panels.closeChannels} />;
}

/** The panels of all tools. */
function FeaturePanels({ place, image, viewer, board, annotator, panels, switches, isSmall, commands }: SlideParts) {
  const { openPanel, isPanelShown, closePanel } = panels;
  return (
    <PanelSlotProvider value={panels.slot}>
      {viewer && (
        <SlideFeatureHost
          viewer={viewer}
          image={image}
          place={place}
          board={board}
          annotator={annotator}
          openFeature={isPanelShown && openPanel !== "more" ? openPanel : null}
          onClose={closePanel}
          isSmallScreen={isSmall}
        />
      )}
      <Suspense fallback={null}>
        {isPanelShown && openPanel === "more" && (
          <MoreTools
            image={image}
            isSurroundLight={switches.isSurroundLight}
            isSmallScreen={isSmall}
            onClose={closePanel}
            onCommand={(command) => {
              if (featureOf(command) === undefined) closePanel();
              commands[command]();
            }}
          />
        )}
      </Suspense>
    </PanelSlotProvider>
  );
}

function KeyboardHelp({ image, panels, switches }: SlideParts) {
  return (
    <KeyboardSheet
      isOpen={panels.isKeyboardOpen}
      onClose={() => panels.setKeyboardOpen(false)}
      areLettersOn={switches.areLettersOn}
      onLettersChange={switches.setLettersOn}
      planes={image.slideInformation.planes}
    />
  );
}
