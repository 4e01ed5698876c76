/** The slides of a case in their containers, and what stands beside them. */
import "@parfocal/viewer/slide-viewer.css";
import "@parfocal/viewer/sync/sync.css";
import { useFullscreenDocument } from "@mantine/hooks";
import type { Case, CaseItem } from "@parfocal/core/case/case.contract.ts";
import type { SlideViewer } from "@parfocal/viewer/slide-viewer.ts";
import { IconMicroscope } from "@tabler/icons-react";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { UnsavedDialog } from "#editor/UnsavedDialog.tsx";
import { useUnsavedGuard } from "#editor/useUnsavedGuard.ts";
import { type SharedLink, useSharedLink } from "#platform/shared-link.ts";
import { readRemembered } from "#ui/remembered.ts";
import { StateMessage } from "#ui/StateMessage.tsx";
import { BinderPins } from "./BinderPins.tsx";
import { CaseContainer } from "./CaseContainer.tsx";
import { CaseHeader } from "./CaseHeader.tsx";
import { CaseKeyboardSheet } from "./CaseKeyboardSheet.tsx";
import { CasePanels } from "./CasePanels.tsx";
import { CaseSlideDesk } from "./CaseSlideDesk.tsx";
import { CaseTabs } from "./CaseTabs.tsx";
import { CaseTools } from "./CaseTools.tsx";
import classes from "./CaseWorkspace.module.css";
import { ComparePane } from "./ComparePane.tsx";
import { hasChannels } from "./ContainerTools.tsx";
import type { CaseAddress } from "./case-address.ts";
import type { CaseCommand } from "./case-commands.ts";
import { type CasePanelName, containerPanelOf } from "./case-panels.ts";
import { type CasePlace, slidePathOf, slidePlaceIn } from "./case-place.ts";
import { useArrange } from "./useArrange.ts";
import { useBinder } from "./useBinder.ts";
import { useCaseKeys } from "./useCaseKeys.ts";
import { useCaseSharing } from "./useCaseSharing.ts";
import { useCaseState } from "./useCaseState.ts";
import { useLinksInPlace } from "./useLinksInPlace.ts";
import { useNeighbourCase } from "./useNeighbourCase.ts";

/** What cannot be done here is not there. */
type CaseCommands = Readonly<Partial<Record<CaseCommand, () => void>>>;

interface CaseWorkspaceProps {
  readonly place: CasePlace;
  readonly shown: Case;
  /** What it opens with unless the address says otherwise; null or left out: as the case says. */
  readonly opening?: CaseAddress | null;
}

export function CaseWorkspace({ place, shown, opening = null }: CaseWorkspaceProps) {
  const navigate = useNavigate();
  const link = useSharedLink();
  const goTo = useNeighbourCase(place);
  const state = useCaseState(shown, opening);
  const sharing = useCaseSharing(shown, state);
  const { items, layout, slideIds, focused, isSmall, sync, viewers } = state;
  const [panel, setPanel] = useState<CasePanelName | null>(() => (isSmall || !hasText(shown) ? null : "text"));
  const [isComparing, setComparing] = useState(false);
  const [comparedViewer, setComparedViewer] = useState<SlideViewer | null>(null);
  const [panelSlot, setPanelSlot] = useState<HTMLElement | null>(null);
  const [enlarged, setEnlarged] = useState<number | null>(null);
  const [isKeyboardOpen, setKeyboardOpen] = useState(false);
  const { fullscreen: isFullscreen, toggle: toggleFullscreen } = useFullscreenDocument();
  const binder = useBinder(shown, state, panel === "bind");
  const arrange = useArrange(shown);
  const guard = useUnsavedGuard(binder.isChanged || arrange.isChanged, () => {
    binder.discard();
    arrange.discard();
  });

  const links = useLinksInPlace(state);
  const containerPanel = isComparing ? null : containerPanelOf(panel);

  const focusedItem = items.find(({ id }) => id === slideIds[focused]);
  const active = isComparing ? comparedViewer : state.focusedViewer;
  const hasSeveral = items.length > 1;
  const isTogether = hasSeveral && slideIds.length > 1 && !isComparing;

  function openPanel(next: CasePanelName | null): void {
    guard.ask(() => {
      if (next === "bind") setComparing(false);
      setPanel(next === panel ? null : next);
    });
  }
  function compare(): void {
    setComparing(!isComparing);
    if (containerPanelOf(panel)) setPanel(null);
  }
  function enlarge(at: number): void {
    const next = enlarged === at ? null : at;
    setEnlarged(next);
    if ((next !== null) !== isFullscreen) void toggleFullscreen().catch(() => undefined);
  }

  const commands: CaseCommands = {
    rotateLeft: () => active?.rotateLeft(),
    rotateRight: () => active?.rotateRight(),
    fit: () => active?.fit(),
    ...(link?.hidesInformation ? {} : { toggleText: () => openPanel("text") }),
    fullscreen: () => void toggleFullscreen().catch(() => undefined),
    previous: () => goTo(shown.previous),
    next: () => goTo(shown.next),
    showKeyboard: () => setKeyboardOpen(true),
    ...(isTogether && panel !== "bind" ? { toggleSync: () => state.setSynced(!state.isSynced) } : {}),
    ...(isTogether && state.isSynced ? { align: state.align } : {}),
    ...(isTogether ? { enlarge: () => enlarge(focused) } : {}),
    ...(hasSeveral && panel !== "bind" ? { compare } : {}),
    ...(isComparing || !focusedItem
      ? {}
      : commandsOf(focusedItem, { link, isOpen: state.focusedViewer !== null }, openPanel)),
    ...(focusedItem ? { openSlide: () => void navigate({ to: slidePathOf(place, focusedItem) }) } : {}),
    ...(shown.userCanEdit && hasSeveral ? { bind: () => openPanel("bind") } : {}),
    ...sharing,
    ...(shown.userCanEdit ? { arrange: () => openPanel("arrange") } : {}),
  };
  useCaseKeys({
    commands,
    areLettersOn: readRemembered("letters") !== "off",
    isSuspended: isKeyboardOpen || guard.isAsking || link?.hidesToolbar === true,
  });

  const tools = !link?.hidesToolbar && (
    <CaseTools
      shown={shown}
      canShare={sharing.share !== undefined}
      isSmall={isSmall}
      isFullscreen={isFullscreen}
      isSynced={isTogether ? state.isSynced : null}
      isComparing={hasSeveral ? isComparing : null}
      openPanel={panel}
      onCommand={(command) => commands[command]?.()}
    />
  );
  const [first, second] = [focusedItem ?? items[0], items.find(({ id }) => id !== focusedItem?.id)];

  return (
    <div className={classes.workspace} data-panel={panel ?? "none"}>
      <CaseHeader shown={shown} place={place} tools={isSmall ? null : tools || null} />
      {isSmall && hasSeveral && !isComparing && focusedItem && (
        <CaseTabs items={items} shownId={focusedItem.id} onChoose={(id) => state.chooseSlide(0, id)} />
      )}
      <div className={classes.main}>
        {items.length === 0 && <EmptyCase canEdit={shown.userCanEdit} />}
        {isComparing && first && second ? (
          <ComparePane items={items} caseId={shown.id} firstIds={[first.id, second.id]} onViewer={setComparedViewer} />
        ) : (
          <div
            className={classes.matrix}
            style={{
              gridTemplateColumns: `repeat(${layout.columns}, minmax(0, 1fr))`,
              gridTemplateRows: `repeat(${layout.rows}, minmax(0, 1fr))`,
            }}
          >
            {slideIds.map((slideId, at) => {
              const item = items.find(({ id }) => id === slideId);
              return (
                item && (
                  <CaseContainer
                    // biome-ignore lint/suspicious/noArrayIndexKey: a container is its place
                    key={at}
                    place={at}
                    item={item}
                    items={items}
                    caseId={shown.id}
                    sync={sync}
                    openingView={state.openingViewAt(at, slideId)}
                    hasHead={!(isSmall && hasSeveral)}
                    isFocused={at === focused && slideIds.length > 1}
                    isEnlarged={at === enlarged}
                    isLinked={isTogether && state.isSynced && panel !== "bind" ? !state.unlinked.has(at) : null}
                    hasLetter={slideIds.length > 1}
                    slidePath={slidePathOf(place, item)}
                    onPanel={(next) => guard.ask(() => setPanel(next))}
                    onEnlarge={isTogether ? () => enlarge(at) : null}
                    onLink={(isLinked) => state.setLinked(at, isLinked)}
                    onChoose={(id) => state.chooseSlide(at, id)}
                    onFocus={() => state.setFocused(at)}
                    onViewer={state.takeViewer}
                    renderTools={(viewer, image, channels) =>
                      panel === "bind" ? (
                        <BinderPins viewer={viewer} slideId={item.id} title={item.title} binder={binder} />
                      ) : (
                        <CaseSlideDesk
                          viewer={viewer}
                          image={image}
                          place={slidePlaceIn(place, image.id)}
                          channels={channels}
                          caseId={shown.id}
                          container={at}
                          sameBefore={slideIds.slice(0, at).filter((id) => id === slideId).length}
                          isFocused={at === focused}
                          isSmall={isSmall}
                          panel={containerPanel}
                          slot={panelSlot}
                          linkedId={links.annotationAt(at, image.id)}
                          openInPlace={(target) => links.open(at, image.id, target)}
                          onAnnotate={() => guard.ask(() => setPanel("annotations"))}
                          onClose={() => {
                            openPanel(null);
                            viewer.focus();
                          }}
                        />
                      )
                    }
                  />
                )
              );
            })}
          </div>
        )}
      </div>
      <div ref={setPanelSlot} className={classes.panelSlot} hidden={containerPanel === null} />
      <CasePanels
        shown={shown}
        folderId={place.parentId}
        panel={panel}
        items={items}
        binder={binder}
        arrange={arrange}
        focused={
          focusedItem && state.focusedViewer && !isComparing ? { item: focusedItem, viewer: state.focusedViewer } : null
        }
        viewerOf={(slideId) => viewers.get(slideIds.indexOf(slideId))?.viewer}
        onClose={() => openPanel(null)}
      />
      {isSmall && tools}
      {isKeyboardOpen && (
        <CaseKeyboardSheet
          isOffered={(command) => command === "showKeyboard" || commands[command] !== undefined}
          onClose={() => setKeyboardOpen(false)}
        />
      )}
      <UnsavedDialog guard={guard} />
    </div>
  );
}

interface Shown {
  /** What it does not show is not offered; null: the page is not read through one. */
  readonly link: SharedLink | null;
  /** Whether the slide is open. */
  readonly isOpen: boolean;
}

/** What is done with the focused slide. */
function commandsOf(item: CaseItem, { link, isOpen }: Shown, openPanel: (panel: CasePanelName) => void): CaseCommands {
  return {
    ...(link?.hidesAnnotations ? {} : { toggleAnnotations: () => openPanel("annotations") }),
    toggleColour: () => openPanel("colour"),
    toggleGrid: () => openPanel("grid"),
    ...(isOpen && !link?.hidesInformation ? { toggleInformation: () => openPanel("information") } : {}),
    ...(isOpen && hasChannels(item) ? { toggleChannels: () => openPanel("channels") } : {}),
  };
}

function EmptyCase({ canEdit }: { readonly canEdit: boolean }) {
  const { t } = useTranslation();
  return (
    <StateMessage
      icon={IconMicroscope}
      title={t("case.emptyTitle")}
      text={canEdit ? t("case.emptyManagerText") : t("case.emptyText")}
      isWholePage={false}
    />
  );
}

const hasText = ({ subtitle, summary, description, diagnosis }: Case): boolean =>
  [subtitle, summary, description, diagnosis].some((text) => text.trim() !== "");
