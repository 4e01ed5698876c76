/** Tools of each view of a case: magnification, link to the slide's page, menu of its panels. */
import { Menu } from "@mantine/core";
import type { CaseItem } from "@parfocal/core/case/case.contract.ts";
import type { SlideViewer } from "@parfocal/viewer/slide-viewer.ts";
import { IconColorFilter, IconDotsVertical, IconExternalLink, IconInfoCircle } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { useSharedLink } from "#platform/shared-link.ts";
import { MagnificationReading } from "#slide/Magnification.tsx";
import { focusOpenPanel } from "#ui/SlidePanel.tsx";
import classes from "./ContainerTools.module.css";
import { CASE_COMMANDS } from "./case-commands.ts";
import type { SlidePanelName } from "./case-panels.ts";

const ICON = { size: 20, stroke: 1.5, "aria-hidden": true } as const;

export const hasChannels = ({ slideInformation }: CaseItem): boolean =>
  (slideInformation?.planes?.channels.length ?? 0) > 0;

interface ContainerToolsProps {
  /** Position of its container, from 0. */
  readonly place: number;
  readonly item: CaseItem;
  /** Null: not open yet. */
  readonly viewer: SlideViewer | null;
  /** URL of the slide's own page. */
  readonly slidePath: string;
  readonly onPanel: (panel: SlidePanelName) => void;
}

export function ContainerTools({ place, item, viewer, slidePath, onPanel }: ContainerToolsProps) {
  const { t } = useTranslation();
  const { slideInformation: information, title } = item;
  return (
    <>
      {information && viewer && (
        <span className={classes.reading}>
          <MagnificationReading viewer={viewer} slide={information} hasWarning={false} />
        </span>
      )}
      <Link
        to={slidePath}
        className={classes.button}
        aria-label={t("case.openSlideOf", { title })}
        title={t("case.openSlideOf", { title })}
      >
        <IconExternalLink {...ICON} />
      </Link>
      {viewer && <SlideMenu place={place} item={item} onPanel={onPanel} />}
    </>
  );
}

/** Only for an open slide: a slide that is being prepared has no panels. */
function SlideMenu({ place, item, onPanel }: Pick<ContainerToolsProps, "place" | "item" | "onPanel">) {
  const { t } = useTranslation();
  const { title } = item;
  const link = useSharedLink();
  const hasInformation = !link?.hidesInformation;
  if (!hasInformation && !hasChannels(item)) return null;
  const open = (panel: SlidePanelName) => {
    onPanel(panel);
    focusOpenPanel();
  };
  return (
    <Menu position="bottom-end" withinPortal returnFocus={false}>
      <Menu.Target>
        <button
          type="button"
          className={classes.button}
          aria-label={t("case.slideMenu", { number: place + 1, title })}
          title={t("case.slideMenu", { number: place + 1, title })}
        >
          <IconDotsVertical {...ICON} />
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        {hasInformation && (
          <Menu.Item
            leftSection={<IconInfoCircle {...ICON} />}
            rightSection={<kbd className={classes.key}>{CASE_COMMANDS.toggleInformation.shortcut}</kbd>}
            onClick={() => open("information")}
          >
            {t("case.slideInformation")}
          </Menu.Item>
        )}
        {hasChannels(item) && (
          <Menu.Item
            leftSection={<IconColorFilter {...ICON} />}
            rightSection={<kbd className={classes.key}>{CASE_COMMANDS.toggleChannels.shortcut}</kbd>}
            onClick={() => open("channels")}
          >
            {t("case.slideChannels")}
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
