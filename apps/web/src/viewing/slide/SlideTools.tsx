import type { SlideViewer } from "@parfocal/viewer/slide-viewer.ts";
import {
  type Icon,
  IconAspectRatio,
  IconColorFilter,
  IconDots,
  IconEye,
  IconEyeOff,
  IconLayoutSidebarRight,
  IconLink,
  IconMaximize,
  IconMinimize,
  IconMinus,
  IconPlus,
  IconRotate2,
  IconRotateClockwise2,
  IconShare,
} from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { useSession } from "#platform/session.tsx";
import { useSharedLink } from "#platform/shared-link.ts";
import type { SeenImage } from "#slide-feature/slide-feature-props.ts";
import { ToolButton } from "#ui/ToolButton.tsx";
import classes from "./SlideTools.module.css";
import { SLIDE_COMMANDS, type SlideCommand } from "./slide-commands.ts";
import { SLIDE_FEATURE_NAMES, type SlideFeatureName, slideFeature, useOfferedFeatures } from "./slide-features.ts";

interface SlideToolsProps {
  readonly viewer: SlideViewer | null;
  readonly isFullscreen: boolean;
  readonly areAnnotationsVisible: boolean;
  readonly image: SeenImage;
  readonly openPanel: SlideFeatureName | "more" | null;
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
  image,
  openPanel,
  isSidebarOpen,
  areChannelsOpen,
  isSmall,
  onCommand,
}: SlideToolsProps) {
  const { t } = useTranslation();
  const { can } = useSession();
  const isOffered = useOfferedFeatures(image);
  const hasAnnotations = !useSharedLink()?.hidesAnnotations;
  const button = (command: SlideCommand, label: string, icon: Icon, isOn?: boolean, whyNot: string | null = null) => (
    <ToolButton
      key={command}
      icon={icon}
      label={label}
      shortcut={SLIDE_COMMANDS[command].shortcut}
      tooltipPosition={isSmall ? "top" : "right"}
      isDisabled={viewer === null}
      whyNot={whyNot}
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
      {button(
        "fullscreen",
        isFullscreen ? t("slide.leaveFullscreen") : t("slide.fullscreen"),
        isFullscreen ? IconMinimize : IconMaximize,
      )}
      <span className={classes.divider} />
      {hasAnnotations &&
        button(
          "toggleAnnotations",
          areAnnotationsVisible ? t("slide.hideAnnotations") : t("slide.showAnnotations"),
          areAnnotationsVisible ? IconEye : IconEyeOff,
        )}
      {areChannelsOpen !== null && button("toggleChannels", t("slide.channels"), IconColorFilter, areChannelsOpen)}
      {!isSmall &&
        SLIDE_FEATURE_NAMES.map((name) => {
          const { command, label, icon, place, whyNot } = slideFeature(name);
          if (place !== "bar" || !isOffered(name)) return null;
          const reason = whyNot?.(image) ?? null;
          return button(command, t(label), icon, openPanel === name, reason && t(reason));
        })}
      <span className={classes.divider} />
      {!isSmall &&
        (can("learn")
          ? button("share", t("slide.share"), IconShare)
          : button("copyLink", t("slide.copyLink"), IconLink))}
      {button("toggleMore", t("slide.moreTools"), IconDots, openPanel === "more")}
      {isSmall && hasAnnotations && button("toggleSidebar", t("slide.sidebar"), IconLayoutSidebarRight, isSidebarOpen)}
    </div>
  );
}
