/** The working state of a case page: open panel, comparison, enlarged slide, and unsaved bindings and order. */
import { useFullscreenDocument } from "@mantine/hooks";
import type { Case } from "@parfocal/core/case/case.contract.ts";
import type { SlideViewer } from "@parfocal/viewer/slide-viewer.ts";
import { useState } from "react";
import { type UnsavedGuard, useUnsavedGuard } from "#editor/useUnsavedGuard.ts";
import { type CasePanelName, type ContainerPanelName, containerPanelOf } from "./case-panels.ts";
import { type Arrange, useArrange } from "./useArrange.ts";
import { type Binder, useBinder } from "./useBinder.ts";
import type { CaseState } from "./useCaseState.ts";
import { type LinksInPlace, useLinksInPlace } from "./useLinksInPlace.ts";

export interface CasePageState {
  readonly panel: CasePanelName | null;
  /** The open panel, if it belongs to the focused slide; null: it does not, or slides are compared. */
  readonly containerPanel: ContainerPanelName | null;
  /** Opens a panel once unsaved changes have been handled. */
  readonly showPanel: (panel: CasePanelName) => void;
  /** Like `showPanel`, but closes the panel if it is open; null closes any panel. */
  readonly togglePanel: (panel: CasePanelName | null) => void;
  readonly isComparing: boolean;
  readonly toggleComparing: () => void;
  readonly setComparedViewer: (viewer: SlideViewer | null) => void;
  /** Viewer that the tools act on. */
  readonly activeViewer: SlideViewer | null;
  /** Whether several slides are shown beside each other. */
  readonly isTogether: boolean;
  /** Container that is enlarged over the others; null: none. */
  readonly enlarged: number | null;
  readonly toggleEnlarged: (at: number) => void;
  readonly isFullscreen: boolean;
  readonly toggleFullscreen: () => void;
  readonly isKeyboardOpen: boolean;
  readonly setKeyboardOpen: (isOpen: boolean) => void;
  readonly links: LinksInPlace;
  readonly binder: Binder;
  readonly arrange: Arrange;
  readonly guard: UnsavedGuard;
}

const hasText = ({ subtitle, summary, description, diagnosis }: Case): boolean =>
  [subtitle, summary, description, diagnosis].some((text) => text.trim() !== "");

export function useCasePageState(shown: Case, state: CaseState): CasePageState {
  const { isSmall, items, slideIds } = state;
  const [panel, setPanel] = useState<CasePanelName | null>(() => (isSmall || !hasText(shown) ? null : "text"));
  const [isComparing, setComparing] = useState(false);
  const [comparedViewer, setComparedViewer] = useState<SlideViewer | null>(null);
  const [enlarged, setEnlarged] = useState<number | null>(null);
  const [isKeyboardOpen, setKeyboardOpen] = useState(false);
  const { fullscreen: isFullscreen, toggle } = useFullscreenDocument();
  const toggleFullscreen = () => void toggle().catch(() => undefined);
  const links = useLinksInPlace(state);
  const binder = useBinder(shown, state, panel === "bind");
  const arrange = useArrange(shown);
  const guard = useUnsavedGuard(binder.isChanged || arrange.isChanged, () => {
    binder.discard();
    arrange.discard();
  });
  return {
    panel,
    containerPanel: isComparing ? null : containerPanelOf(panel),
    showPanel: (next) => guard.ask(() => setPanel(next)),
    togglePanel(next) {
      guard.ask(() => {
        if (next === "bind") setComparing(false);
        setPanel(next === panel ? null : next);
      });
    },
    isComparing,
    toggleComparing() {
      setComparing(!isComparing);
      if (containerPanelOf(panel)) setPanel(null);
    },
    setComparedViewer,
    activeViewer: isComparing ? comparedViewer : state.focusedViewer,
    isTogether: items.length > 1 && slideIds.length > 1 && !isComparing,
    enlarged,
    toggleEnlarged(at) {
      const next = enlarged === at ? null : at;
      setEnlarged(next);
      if ((next !== null) !== isFullscreen) toggleFullscreen();
    },
    isFullscreen,
    toggleFullscreen,
    isKeyboardOpen,
    setKeyboardOpen,
    links,
    binder,
    arrange,
    guard,
  };
}
