/** What each command of the case page does; unavailable commands are omitted. */
import type { Case, CaseItem } from "@parfocal/core/case/case.contract.ts";
import { useNavigate } from "@tanstack/react-router";
import type { SharedLink } from "#platform/shared-link.ts";
import { readRemembered } from "#ui/remembered.ts";
import { hasChannels } from "./ContainerTools.tsx";
import type { CaseCommand } from "./case-commands.ts";
import type { CasePanelName } from "./case-panels.ts";
import { type CasePlace, slidePathOf } from "./case-place.ts";
import { useCaseKeys } from "./useCaseKeys.ts";
import type { CasePageState } from "./useCasePageState.ts";
import { useCaseSharing } from "./useCaseSharing.ts";
import type { CaseState } from "./useCaseState.ts";
import { useNeighbourCase } from "./useNeighbourCase.ts";

type CaseCommands = Readonly<Partial<Record<CaseCommand, () => void>>>;

interface CaseCommandOptions {
  readonly place: CasePlace;
  readonly shown: Case;
  readonly link: SharedLink | null;
  readonly state: CaseState;
  readonly page: CasePageState;
  readonly focusedItem: CaseItem | undefined;
}

export function useCaseCommands(options: CaseCommandOptions): CaseCommands {
  const { place, shown, link, state, page, focusedItem } = options;
  const { activeViewer, panel, togglePanel, isTogether, isComparing } = page;
  const navigate = useNavigate();
  const goTo = useNeighbourCase(place);
  const sharing = useCaseSharing(shown, state);
  const hasSeveral = state.items.length > 1;
  const commands: CaseCommands = {
    rotateLeft: () => activeViewer?.rotateLeft(),
    rotateRight: () => activeViewer?.rotateRight(),
    fit: () => activeViewer?.fit(),
    ...(link?.hidesInformation ? {} : { toggleText: () => togglePanel("text") }),
    fullscreen: page.toggleFullscreen,
    previous: () => goTo(shown.previous),
    next: () => goTo(shown.next),
    showKeyboard: () => page.setKeyboardOpen(true),
    ...(isTogether && panel !== "bind" ? { toggleSync: () => state.setSynced(!state.isSynced) } : {}),
    ...(isTogether && state.isSynced ? { align: state.align } : {}),
    ...(isTogether ? { enlarge: () => page.toggleEnlarged(state.focused) } : {}),
    ...(hasSeveral && panel !== "bind" ? { compare: page.toggleComparing } : {}),
    ...(isComparing || !focusedItem
      ? {}
      : slideCommands(focusedItem, { link, isOpen: state.focusedViewer !== null }, togglePanel)),
    ...(focusedItem ? { openSlide: () => void navigate({ to: slidePathOf(place, focusedItem) }) } : {}),
    ...(shown.userCanEdit && hasSeveral ? { bind: () => togglePanel("bind") } : {}),
    ...sharing,
    ...(shown.userCanEdit ? { arrange: () => togglePanel("arrange") } : {}),
  };
  useCaseKeys({
    commands,
    areLettersOn: readRemembered("letters") !== "off",
    isSuspended: page.isKeyboardOpen || page.guard.isAsking || link?.hidesToolbar === true,
  });
  return commands;
}

interface SlideSituation {
  /** What the link hides is not available; null: the page was not opened by a link. */
  readonly link: SharedLink | null;
  /** Whether the slide is open. */
  readonly isOpen: boolean;
}

/** Commands for the focused slide. */
function slideCommands(
  item: CaseItem,
  { link, isOpen }: SlideSituation,
  togglePanel: (panel: CasePanelName) => void,
): CaseCommands {
  return {
    ...(link?.hidesAnnotations ? {} : { toggleAnnotations: () => togglePanel("annotations") }),
    toggleColour: () => togglePanel("colour"),
    toggleGrid: () => togglePanel("grid"),
    ...(isOpen && !link?.hidesInformation ? { toggleInformation: () => togglePanel("information") } : {}),
    ...(isOpen && hasChannels(item) ? { toggleChannels: () => togglePanel("channels") } : {}),
  };
}
