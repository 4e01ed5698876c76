import type { Image } from "@parfocal/core/image/image.contract.ts";
import { IconLayoutSidebarRight } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import type { Outbox } from "#platform/outbox/outbox.ts";
import { useSharedLink } from "#platform/shared-link.ts";
import { HeaderActions } from "#ui/HeaderActions.tsx";
import { NeighbourLinks } from "#ui/NeighbourLinks.tsx";
import { ToolButton } from "#ui/ToolButton.tsx";
import { SaveStatus } from "./SaveStatus.tsx";
import { SLIDE_COMMANDS } from "./slide-commands.ts";
import { neighbourPath, type SlidePlace } from "./slide-place.ts";

interface SlideHeaderActionsProps {
  readonly place: SlidePlace;
  readonly image: Image;
  /** Null if the user is not signed in, so that nothing can be saved. */
  readonly outbox: Outbox | null;
  readonly isSidebarOpen: boolean;
  /** Null: the button is elsewhere. */
  readonly onToggleSidebar: (() => void) | null;
}

/** In the page header: save state, previous and next item, sidebar. */
export function SlideHeaderActions({ place, image, outbox, isSidebarOpen, onToggleSidebar }: SlideHeaderActionsProps) {
  const { t } = useTranslation();
  // A slide that is alone in a share link has no neighbours.
  const isAlone = useSharedLink() !== null && !image.previous && !image.next;
  return (
    <HeaderActions>
      {outbox && <SaveStatus outbox={outbox} />}
      {!isAlone && (
        <NeighbourLinks
          previous={image.previous}
          next={image.next}
          pathOf={(neighbour) => neighbourPath(place, neighbour)}
        />
      )}
      {onToggleSidebar && (
        <ToolButton
          icon={IconLayoutSidebarRight}
          label={isSidebarOpen ? t("slide.hideSidebar") : t("slide.showSidebar")}
          shortcut={SLIDE_COMMANDS.toggleSidebar.shortcut}
          isOn={isSidebarOpen}
          onClick={onToggleSidebar}
        />
      )}
    </HeaderActions>
  );
}
