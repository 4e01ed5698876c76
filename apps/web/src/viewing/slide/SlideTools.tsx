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
  IconTags,
} from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { useSession } from "#platform/session.tsx";
import { useSharedLink } from "#platform/shared-link.ts";
import type { SeenImage } from "#slide-feature/slide-feature-props.ts";
import { ToolButton } from "#ui/ToolButton.tsx";
import classes from "./SlideTools.module.css";
import { SLIDE_COMMANDS, type SlideCommand } from "./slide-commands.ts";
import {
  SLIDE_FEATURE_NAMES,
  type SlideFeatureName,
  slideFeature,
  TOOL_GROUPS,
  type ToolGroup,
  useOfferedFeatures,
} from "./slide-features.ts";

interface SlideToolsProps {
  readonly viewer: SlideViewer | null;
  readonly isFullscreen: boolean;
  readonly areAnnotationsVisible: boolean;
  readonly image: SeenImage;
  readonly openPanel: SlideFeatureName | "more" | null;
  readonly isSidebarOpen: boolean;
  /** Null: the slide has no channels. */
  readonly areChannelsOpen: boolean | null;
  readonly isSmall: boolean;
  /** Whether the buttons have labels. */
  readonly areLabelsOn: boolean;
  readonly onCommand: (command: SlideCommand) => void;
}

/** The tools: in groups on the left; on small screens one row at the bottom. */
export function SlideTools(props: SlideToolsProps) {
  const { viewer, isSmall, areLabelsOn, onCommand } = props;
  const { t } = useTranslation();
  const groups = useToolGroups(props);
  const button = ({ command, label, icon, isOn, whyNot = null }: Tool) => (
    <ToolButton
      key={command}
      icon={icon}
      label={label}
      shortcut={SLIDE_COMMANDS[command].shortcut}
      tooltipPosition={isSmall ? "top" : "right"}
      isLabelled={areLabelsOn && !isSmall}
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
      data-labels={areLabelsOn || undefined}
    >
      {isSmall
        ? TOOL_GROUPS.flatMap((group) => groups[group].map(button))
        : TOOL_GROUPS.filter((group) => groups[group].length > 0).map((group) => (
            <fieldset key={group} className={classes.group}>
              <legend className={classes.heading}>{t(GROUP_TEXTS[group])}</legend>
              <div className={classes.buttons}>{groups[group].map(button)}</div>
            </fieldset>
          ))}
    </div>
  );
}

const GROUP_TEXTS = {
  view: "slide.groupView",
  annotations: "slide.groupAnnotations",
  measure: "slide.groupMeasure",
  image: "slide.groupImage",
  slide: "slide.groupSlide",
} as const satisfies Record<ToolGroup, string>;

interface Tool {
  readonly command: SlideCommand;
  readonly label: string;
  readonly icon: Icon;
  readonly isOn?: boolean;
  readonly whyNot?: string | null;
}

/** The tools available for this slide, user and page, by group. On small screens the rest is in "More tools". */
function useToolGroups(props: SlideToolsProps): Readonly<Record<ToolGroup, readonly Tool[]>> {
  const { isFullscreen, areAnnotationsVisible, image, openPanel, isSidebarOpen, areChannelsOpen, isSmall } = props;
  const { t } = useTranslation();
  const { can } = useSession();
  const isOffered = useOfferedFeatures(image);
  const hasAnnotations = !useSharedLink()?.hidesAnnotations;
  const inBar = (group: ToolGroup): Tool[] =>
    SLIDE_FEATURE_NAMES.flatMap((name) => {
      const feature = slideFeature(name);
      if (isSmall || feature.group !== group || !isOffered(name)) return [];
      const { command, label, icon, whyNot } = feature;
      const reason = whyNot?.(image) ?? null;
      return [{ command, label: t(label), icon, isOn: openPanel === name, whyNot: reason && t(reason) }];
    });
  const wide = (...tools: readonly Tool[]): readonly Tool[] => (isSmall ? [] : tools);
  const where = (isThere: boolean, ...tools: readonly Tool[]): readonly Tool[] => (isThere ? tools : []);
  return {
    view: [
      ...wide(
        { command: "zoomIn", label: t("slide.zoomIn"), icon: IconPlus },
        { command: "zoomOut", label: t("slide.zoomOut"), icon: IconMinus },
      ),
      { command: "rotateLeft", label: t("slide.rotateLeft"), icon: IconRotate2 },
      { command: "rotateRight", label: t("slide.rotateRight"), icon: IconRotateClockwise2 },
      { command: "fit", label: t("slide.fit"), icon: IconAspectRatio },
      {
        command: "fullscreen",
        label: isFullscreen ? t("slide.leaveFullscreen") : t("slide.fullscreen"),
        icon: isFullscreen ? IconMinimize : IconMaximize,
      },
    ],
    annotations: where(hasAnnotations, {
      command: "toggleAnnotations",
      label: areAnnotationsVisible ? t("slide.hideAnnotations") : t("slide.showAnnotations"),
      icon: areAnnotationsVisible ? IconEye : IconEyeOff,
    }),
    measure: inBar("measure"),
    image: [
      ...where(areChannelsOpen !== null, {
        command: "toggleChannels",
        label: t("slide.channels"),
        icon: IconColorFilter,
        isOn: areChannelsOpen ?? false,
      }),
      ...inBar("image"),
    ],
    slide: [
      ...inBar("slide"),
      ...wide(
        can("learn")
          ? { command: "share", label: t("slide.share"), icon: IconShare }
          : { command: "copyLink", label: t("slide.copyLink"), icon: IconLink },
      ),
      { command: "toggleMore", label: t("slide.moreTools"), icon: IconDots, isOn: openPanel === "more" },
      ...where(isSmall && hasAnnotations, {
        command: "toggleSidebar",
        label: t("slide.sidebar"),
        icon: IconLayoutSidebarRight,
        isOn: isSidebarOpen,
      }),
      ...wide({ command: "toggleLabels", label: t("slide.toolNames"), icon: IconTags, isOn: props.areLabelsOn }),
    ],
  };
}
