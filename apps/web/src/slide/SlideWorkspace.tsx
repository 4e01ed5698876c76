/** The slide that fills the window, and what floats at its edges. */
import "@parfocal/viewer/slide-viewer.css";
import { useMediaQuery } from "@mantine/hooks";
import { parseWkt } from "@parfocal/core/geometry/wkt.ts";
import type { Image } from "@parfocal/core/image/image.contract.ts";
import { hasSeveralPlanes } from "@parfocal/viewer/planes/plane.ts";
import type { ViewerLabels } from "@parfocal/viewer/viewer-labels.ts";
import { useNavigate } from "@tanstack/react-router";
import { Suspense, useEffect, useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { type ListedAnnotation, neighbourAnnotation } from "#annotation/annotation-outbox.ts";
import { useAnnotationBoard } from "#annotation/useAnnotationBoard.ts";
import { useAnnotator } from "#annotation/useAnnotator.ts";
import { withNextSolo } from "./channel-settings.ts";
import {
  AnnotationPopup,
  AnnotationSidebar,
  ChannelPanel,
  DeleteAnnotationDialog,
  fetchLaterParts,
  KeyboardSheet,
  PlaneBar,
  SlideInformation,
} from "./later-parts.ts";
import { useRememberedSwitch } from "./remembered-switch.ts";
import { SlideHeaderActions } from "./SlideHeaderActions.tsx";
import { SlideStatusLine } from "./SlideStatusLine.tsx";
import { SlideTools } from "./SlideTools.tsx";
import classes from "./SlideWorkspace.module.css";
import { readSlideAddress } from "./slide-address.ts";
import type { SlideCommand } from "./slide-commands.ts";
import type { ExternalTileUrl } from "./slide-description.ts";
import { neighbourPath, type SlidePlace } from "./slide-place.ts";
import { useChannels } from "./useChannels.ts";
import { useShapeAnchor } from "./useShapeAnchor.ts";
import { useSlideAddress } from "./useSlideAddress.ts";
import { useSlideKeys } from "./useSlideKeys.ts";
import { initialViewOf, useSlideViewer } from "./useSlideViewer.ts";

/** Source: spec part 1, section 9: small screens are 992 px or narrower. */
export const SMALL_SCREEN_QUERY = "(max-width: 992px)";

interface SlideWorkspaceProps {
  readonly place: SlidePlace;
  readonly image: Image & { readonly slideInformation: NonNullable<Image["slideInformation"]> };
  /** null: the slide's tiles are ours. */
  readonly externalUrl: ExternalTileUrl | null;
}

function useViewerTexts(title: string): { readonly labels: ViewerLabels; readonly locale: string } {
  const { t, i18n } = useTranslation();
  return useMemo(
    () => ({
      locale: i18n.language,
      labels: {
        viewer: t("slide.viewerLabel", { title }),
        viewerHint: t("slide.viewerHint"),
        overview: t("slide.overview"),
        showOverview: t("slide.showOverview"),
        hideOverview: t("slide.hideOverview"),
        scaleBar: t("slide.scaleBar"),
        magnification: t("slide.magnification"),
        magnificationEstimate: t("slide.approximateHint"),
        beyondNative: t("slide.beyondNative"),
        pointerPosition: t("slide.pointerPosition"),
        rotation: t("slide.rotationLabel"),
      },
    }),
    [t, i18n.language, title],
  );
}

export function SlideWorkspace({ place, image, externalUrl }: SlideWorkspaceProps) {
  const navigate = useNavigate();
  const [stage, setStage] = useState<HTMLDivElement | null>(null);
  const [address] = useState(() => readSlideAddress(window.location.search));
  const isSmall = useMediaQuery(SMALL_SCREEN_QUERY, window.matchMedia(SMALL_SCREEN_QUERY).matches);
  const [isSidebarWanted, setSidebarWanted] = useRememberedSwitch("sidebar", !isSmall);
  const [isSurroundLight, setSurroundLight] = useRememberedSwitch("surround-light", false);
  const [areLettersOn, setLettersOn] = useRememberedSwitch("letters", true);
  const [areChannelsWanted, setChannelsWanted] = useRememberedSwitch("channels", !isSmall);
  const [isInformationOpen, setInformationOpen] = useState(false);
  const [isKeyboardOpen, setKeyboardOpen] = useState(false);
  const [isFullscreen, setFullscreen] = useState(false);
  const [toDelete, setToDelete] = useState<ListedAnnotation | null>(null);

  const texts = useViewerTexts(image.title);
  const { planes } = image.slideInformation;
  const channels = useChannels(image.id, planes);
  const viewer = useSlideViewer(
    stage,
    image.slideInformation,
    externalUrl,
    { view: initialViewOf(image, address.view), plane: address.plane },
    channels?.shown ?? null,
    isSurroundLight ? "light" : "dark",
    texts,
  );
  const board = useAnnotationBoard(image, address.annotationId);
  const annotator = useAnnotator(image, viewer, board);
  const { selected } = board;
  useSlideAddress(viewer, planes, selected?.id ?? null);
  useEffect(() => viewer?.on("fullscreen", setFullscreen), [viewer]);
  useEffect(() => viewer?.on("firstTile", () => void fetchLaterParts()), [viewer]);

  const isAnnotating = annotator.state.mode !== "off";
  const isSidebarOpen = isSidebarWanted || isAnnotating || board.refused.length > 0;
  // On a small screen there is room for one sheet.
  const areChannelsOpen = channels !== null && areChannelsWanted && !(isSmall && isSidebarOpen);
  const popupOf = isAnnotating ? null : selected;
  const anchor = useShapeAnchor(viewer, stage, image.slideInformation, popupOf?.geometry ?? null);

  /** Chosen by list or key: the slide goes there. */
  function choose(annotation: ListedAnnotation | undefined): void {
    board.select(annotation?.id ?? null);
    const result = annotation && parseWkt(annotation.geometry);
    if (result?.ok) viewer?.showShape(result.shape, { isAnimated: true });
  }

  const canAnnotate = image.userCanAnnotate && board.outbox !== null;
  const commands: Readonly<Record<SlideCommand, () => void>> = {
    rotateLeft: () => viewer?.rotateLeft(),
    rotateRight: () => viewer?.rotateRight(),
    zoomIn: () => viewer?.zoomBy(1),
    zoomOut: () => viewer?.zoomBy(-1),
    fit: () => viewer?.fit(),
    fullscreen: () => viewer?.toggleFullscreen(),
    toggleAnnotations: () => board.setVisible(!board.isVisible),
    toggleSurround: () => setSurroundLight(!isSurroundLight),
    toggleInformation: () => setInformationOpen(!isInformationOpen),
    toggleSidebar: () => setSidebarWanted(!isSidebarOpen),
    toggleChannels: () => {
      if (isSmall) setSidebarWanted(false);
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

  function goTo(neighbour: Image["next"]): void {
    if (neighbour) void navigate({ to: neighbourPath(place, neighbour) });
  }

  const tools = (
    <SlideTools
      viewer={viewer}
      isFullscreen={isFullscreen}
      areAnnotationsVisible={board.isVisible}
      isSurroundLight={isSurroundLight}
      isInformationOpen={isInformationOpen}
      isSidebarOpen={isSidebarOpen}
      areChannelsOpen={channels && areChannelsOpen}
      isSmall={isSmall ?? false}
      onCommand={(command) => commands[command]()}
    />
  );

  const channelPanel = viewer && planes && channels && areChannelsOpen && (
    <ChannelPanel viewer={viewer} planes={planes} channels={channels} onClose={() => setChannelsWanted(false)} />
  );

  useSlideKeys({ commands, annotator, areLettersOn, isSuspended: isKeyboardOpen || toDelete !== null });

  return (
    <div
      className={classes.workspace}
      data-sidebar={isSidebarOpen ? "open" : "closed"}
      data-channels={areChannelsOpen ? "open" : "closed"}
      data-surround={isSurroundLight ? "light" : "dark"}
    >
      <h1 className="for-screen-readers">{image.title}</h1>
      <SlideHeaderActions
        place={place}
        image={image}
        outbox={board.outbox}
        isSidebarOpen={isSidebarOpen}
        onToggleSidebar={isSmall ? null : commands.toggleSidebar}
      />
      <div className={classes.stageArea}>
        <div ref={setStage} className={classes.stage} />
        {!isSmall && tools}
        <Suspense fallback={null}>
          {viewer && planes && hasSeveralPlanes(planes) && <PlaneBar viewer={viewer} planes={planes} />}
          {!isSmall && channelPanel}
          {isInformationOpen && <SlideInformation image={image} onClose={() => setInformationOpen(false)} />}
          {viewer && popupOf && (
            <AnnotationPopup
              annotation={popupOf}
              anchor={isSmall ? null : anchor}
              onEdit={() => annotator.edit(popupOf)}
              onDelete={() => setToDelete(popupOf)}
              onClose={() => {
                board.select(null);
                viewer?.focus();
              }}
            />
          )}
        </Suspense>
      </div>
      {isSmall && <Suspense fallback={null}>{channelPanel}</Suspense>}
      {isSidebarOpen && (
        <aside className={classes.sidebar}>
          <Suspense fallback={null}>
            {viewer && (
              <AnnotationSidebar
                board={board}
                annotator={annotator}
                viewer={viewer}
                canAnnotate={canAnnotate}
                isShownHere={image.annotationsActive}
                onSelect={(id) => choose(board.annotations.find((annotation) => annotation.id === id))}
              />
            )}
          </Suspense>
        </aside>
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
        {toDelete && (
          <DeleteAnnotationDialog
            annotation={toDelete}
            onCancel={() => setToDelete(null)}
            onConfirm={(annotation) => {
              setToDelete(null);
              void annotator.remove(annotation);
              viewer?.focus();
            }}
          />
        )}
      </Suspense>
    </div>
  );
}
