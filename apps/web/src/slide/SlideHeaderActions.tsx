import type { Image } from "@parfocal/core/image/image.contract.ts";
import { IconChevronLeft, IconChevronRight, IconLayoutSidebarRight } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import type { Outbox } from "#platform/outbox/outbox.ts";
import { HeaderActions } from "#ui/HeaderActions.tsx";
import { SaveStatus } from "./SaveStatus.tsx";
import classes from "./SlideHeaderActions.module.css";
import { SLIDE_COMMANDS } from "./slide-commands.ts";
import { neighbourPath, type SlidePlace } from "./slide-place.ts";
import { ToolButton } from "./ToolButton.tsx";

const ICON_SIZE_PX = 20;
const ICON_STROKE = 1.5;

interface SlideHeaderActionsProps {
  readonly place: SlidePlace;
  readonly image: Image;
  /** null: nobody is signed in, so nothing can be saved. */
  readonly outbox: Outbox | null;
  readonly isSidebarOpen: boolean;
  /** null: the button stands elsewhere. */
  readonly onToggleSidebar: (() => void) | null;
}

/** In the shell's header: how things are saved, the neighbours, the sidebar. */
export function SlideHeaderActions({ place, image, outbox, isSidebarOpen, onToggleSidebar }: SlideHeaderActionsProps) {
  const { t } = useTranslation();
  return (
    <HeaderActions>
      {outbox && <SaveStatus outbox={outbox} />}
      <NeighbourLink
        icon={IconChevronLeft}
        path={image.previous && neighbourPath(place, image.previous)}
        label={image.previous ? t("slide.previousSlide", { title: image.previous.title }) : t("slide.noPreviousSlide")}
        shortcut={SLIDE_COMMANDS.previousSlide.shortcut}
      />
      <NeighbourLink
        icon={IconChevronRight}
        path={image.next && neighbourPath(place, image.next)}
        label={image.next ? t("slide.nextSlide", { title: image.next.title }) : t("slide.noNextSlide")}
        shortcut={SLIDE_COMMANDS.nextSlide.shortcut}
      />
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

interface NeighbourLinkProps {
  readonly icon: typeof IconChevronLeft;
  /** null: this is the first or last slide here. */
  readonly path: string | null;
  readonly label: string;
  readonly shortcut: string;
}

function NeighbourLink({ icon: IconShape, path, label, shortcut }: NeighbourLinkProps) {
  const icon = <IconShape size={ICON_SIZE_PX} stroke={ICON_STROKE} aria-hidden />;
  if (path === null) {
    return (
      <span className={classes.none} role="img" aria-label={label}>
        {icon}
      </span>
    );
  }
  return (
    <Link
      to={path}
      className={classes.neighbour}
      aria-label={label}
      aria-keyshortcuts={shortcut}
      title={`${label} (${shortcut})`}
    >
      {icon}
    </Link>
  );
}
