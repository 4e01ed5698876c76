/**
 * Tools of one slide of a case: annotations with popup and annotator, grid, colours. They are the slide page's own
 * components. Panels are shown beside the slides, only for the focused slide.
 */
import { caseContainerId } from "@parfocal/core/case/case-layout.ts";
import { parseWkt } from "@parfocal/core/geometry/wkt.ts";
import type { SlideViewer } from "@parfocal/viewer/slide-viewer.ts";
import { Suspense, use, useEffect, useMemo, useState } from "react";
import { createPortal } from "react-dom";
import { useTranslation } from "react-i18next";
import type { ListedAnnotation } from "#annotation/annotation-outbox.ts";
import { LinkInPlaceContext, type OpenInPlace } from "#annotation/link-in-place.ts";
import { useAnnotationBoard } from "#annotation/useAnnotationBoard.ts";
import { useAnnotator } from "#annotation/useAnnotator.ts";
import { gridScopeOfCase } from "#grid/grid-cookie.ts";
import { wasGridEnabled } from "#grid/grid-cookie-flag.ts";
import { AnnotationPopup, AnnotationSidebar, AnnotationWorkspace } from "#slide/lazy-parts.ts";
import type { SlidePlace } from "#slide/slide-place.ts";
import type { Channels } from "#slide/useChannels.ts";
import { useShapeAnchor } from "#slide/useShapeAnchor.ts";
import type { SeenImage } from "#slide-feature/slide-feature-props.ts";
import { PanelSlotProvider } from "#ui/panel-slot.ts";
import { CasePanel } from "./CasePanel.tsx";
import { CaseSlideParts } from "./CaseSlideParts.tsx";
import type { ContainerPanelName } from "./case-panels.ts";
import { ContainerColour, ContainerEditing, ContainerGrid } from "./container-parts.ts";
import { useAnnotatorKeys } from "./useAnnotatorKeys.ts";
import { containerColourKey, useContainerColour } from "./useContainerColour.ts";

interface CaseSlideWorkspaceProps {
  readonly viewer: SlideViewer;
  readonly image: SeenImage;
  readonly place: SlidePlace;
  readonly caseId: number;
  /** Position of its container, from 0. */
  readonly container: number;
  /** Number of preceding containers that show the same slide. */
  readonly sameBefore: number;
  /** null: the slide has none. */
  readonly channels: Channels | null;
  readonly isFocused: boolean;
  readonly isSmall: boolean;
  /** Null: no panel of a slide is open. */
  readonly panel: ContainerPanelName | null;
  /** Element for the panels; null: not on the page yet. */
  readonly slot: HTMLElement | null;
  /** Annotation opened by a link; null: none. */
  readonly linkedId: number | null;
  readonly openInPlace: OpenInPlace;
  readonly onAnnotate: () => void;
  readonly onClose: () => void;
}

export function CaseSlideWorkspace(props: CaseSlideWorkspaceProps) {
  const { viewer, image, place, caseId, container, isFocused, isSmall, slot, linkedId, openInPlace, onClose } = props;
  const { t } = useTranslation();
  const board = useAnnotationBoard(image, linkedId);
  const annotator = useAnnotator(image, viewer, board, props.sameBefore);
  const gridScope = gridScopeOfCase(caseId, container);
  useContainerColour(viewer, image, containerColourKey(caseId, container, image.id));
  const panel = isFocused ? props.panel : null;
  const isListOpen = panel === "annotations";
  const hasOpened = useOpenedOnce(panel, wasGridEnabled(document.cookie, gridScope));
  const panelSlot = useMemo(() => ({ element: slot, isSmallScreen: isSmall }), [slot, isSmall]);
  const openOutside = use(LinkInPlaceContext);
  const isAnnotating = annotator.state.mode !== "off";
  useAnnotatorKeys(annotator, isFocused && isAnnotating && board.dialog === null);

  const { onAnnotate } = props;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the annotator opens
  useEffect(() => {
    if (isAnnotating && isFocused) onAnnotate();
  }, [isAnnotating]);
  const isIdle = isAnnotating && annotator.state.drawn === null && annotator.state.quick.length === 0;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when its panel is left for another one
  useEffect(() => {
    if (isFocused && !isListOpen && isIdle) annotator.dispatch({ kind: "stop" });
  }, [isListOpen]);

  const popupOf = isAnnotating ? null : board.selected;
  const stage = document.getElementById(caseContainerId(container));
  const anchor = useShapeAnchor(viewer, stage, image.slideInformation, popupOf?.geometry ?? null);
  function choose(annotation: ListedAnnotation | undefined): void {
    board.select(annotation?.id ?? null);
    const result = annotation && parseWkt(annotation.geometry);
    if (result?.ok) viewer.showShape(result.shape, { isAnimated: true, zoom: annotation?.zoom ?? null });
  }
  const feature = { viewer, image, place, board, annotator, onClose, isSmallScreen: isSmall };

  return (
    <LinkInPlaceContext value={(target) => openInPlace(target) || openOutside(target)}>
      <Suspense fallback={null}>
        <AnnotationWorkspace image={image} viewer={viewer} board={board} annotator={annotator} linkedId={linkedId} />
        {popupOf && (
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
      <PanelSlotProvider value={panelSlot}>
        <Suspense fallback={null}>
          {hasOpened.grid && <ContainerGrid {...feature} scope={gridScope} isOpen={panel === "grid"} />}
        </Suspense>
        <Suspense fallback={null}>
          {hasOpened.colour && <ContainerColour {...feature} isOpen={panel === "colour"} />}
        </Suspense>
      </PanelSlotProvider>
      <Suspense fallback={null}>
        {/* Also without the focus: changes made here can still be undone when it returns. */}
        {image.userCanAnnotate && <ContainerEditing {...feature} isActive={isFocused} isOpen={false} />}
      </Suspense>
      <CaseSlideParts {...feature} channels={props.channels} panel={panel} slot={slot} />
      {isListOpen &&
        slot &&
        createPortal(
          <CasePanel title={t("case.annotationsOf", { title: image.title })} onClose={onClose} isFilled>
            <Suspense fallback={<div aria-busy />}>
              <AnnotationSidebar
                image={image}
                board={board}
                annotator={annotator}
                viewer={viewer}
                canAnnotate={image.userCanAnnotate && board.outbox !== null}
                onSelect={(id) => choose(board.annotations.find((annotation) => annotation.id === id))}
              />
            </Suspense>
          </CasePanel>,
          slot,
        )}
    </LinkInPlaceContext>
  );
}

/** A feature that was opened once stays active on the slide while its panel is closed. */
function useOpenedOnce(panel: ContainerPanelName | null, wasGridLeftOn: boolean) {
  const [opened, setOpened] = useState({ grid: wasGridLeftOn, colour: false });
  useEffect(() => {
    if (panel === "grid" || panel === "colour") setOpened((known) => ({ ...known, [panel]: true }));
  }, [panel]);
  return opened;
}
