import type { SlideViewer } from "@parfocal/viewer/slide-viewer.ts";
import {
  IconAspectRatio,
  IconBrightness,
  IconColorFilter,
  IconEye,
  IconEyeOff,
  IconInfoCircle,
  IconKeyboard,
  IconLayoutSidebarRight,
  IconMaximize,
  IconMinimize,
  IconMinus,
  IconPlus,
  IconRotate2,
  IconRotateClockwise2,
} from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import classes from "./SlideTools.module.css";
import { SLIDE_COMMANDS, type SlideCommand } from "./slide-commands.ts";
import { ToolButton } from "./ToolButton.tsx";

interface SlideToolsProps {
  readonly viewer: SlideViewer | null;
  readonly isFullscreen: boolean;
  readonly areAnnotationsVisible: boolean;
  readonly isSurroundLight: boolean;
  readonly isInformationOpen: boolean;
  readonly isSidebarOpen: boolean;
  /** null: the slide has no channels. */
  readonly areChannelsOpen: boolean | null;
  readonly isSmall: boolean;
  readonly onCommand: (command: SlideCommand) => void;
}

/** The tools: one column at the left, on small screens one row at the bottom. */
export function SlideTools({
  viewer,
  isFullscreen,
  areAnnotationsVisible,
  isSurroundLight,
  isInformationOpen,
  isSidebarOpen,
  areChannelsOpen,
  isSmall,
  onCommand,
}: SlideToolsProps) {
  const { t } = useTranslation();
  const button = (command: SlideCommand, label: string, icon: typeof IconPlus, isOn?: boolean) => (
    <ToolButton
      key={command}
      icon={icon}
      label={label}
      shortcut={SLIDE_COMMANDS[command].shortcut}
      tooltipPosition={isSmall ? "top" : "right"}
      isDisabled={viewer === null}
      onClick={() => onCommand(command)}
      {...(isOn === undefined ? {} : { isOn })}
    />
  );
  return (
    <div
      className={classes.tools}
      role="toolbar"
      aria-label={t("slide.toolsLabel")}
      aria-orientation={isSmall ? "horizontal" : "vertical"}
    >
      {!isSmall && button("zoomIn", t("slide.zoomIn"), IconPlus)}
      {!isSmall && button("zoomOut", t("slide.zoomOut"), IconMinus)}
      {button("fit", t("slide.fit"), IconAspectRatio)}
      <span className={classes.divider} />
      {button("rotateLeft", t("slide.rotateLeft"), IconRotate2)}
      {button("rotateRight", t("slide.rotateRight"), IconRotateClockwise2)}
      <span className={classes.divider} />
      {button(
        "toggleAnnotations",
        areAnnotationsVisible ? t("slide.hideAnnotations") : t("slide.showAnnotations"),
        areAnnotationsVisible ? IconEye : IconEyeOff,
      )}
      {!isSmall &&
        button("toggleSurround", isSurroundLight ? t("slide.darkSurround") : t("slide.brightSurround"), IconBrightness)}
      {button(
        "fullscreen",
        isFullscreen ? t("slide.leaveFullscreen") : t("slide.fullscreen"),
        isFullscreen ? IconMinimize : IconMaximize,
      )}
      {areChannelsOpen !== null && button("toggleChannels", t("slide.channels"), IconColorFilter, areChannelsOpen)}
      {button("toggleInformation", t("slide.information"), IconInfoCircle, isInformationOpen)}
      {!isSmall && button("showKeyboard", t("slide.keyboard"), IconKeyboard)}
      {isSmall && button("toggleSidebar", t("slide.sidebar"), IconLayoutSidebarRight, isSidebarOpen)}
    </div>
  );
}
