import type { Case } from "@parfocal/core/case/case.contract.ts";
import {
  type Icon,
  IconArrowsMaximize,
  IconArrowsMinimize,
  IconContrast,
  IconFocusCentered,
  IconGrid4x4,
  IconInfoCircle,
  IconKeyboard,
  IconLayersDifference,
  IconLayoutGrid,
  IconLink,
  IconLinkOff,
  IconList,
  IconMapPin,
  IconRotate,
  IconRotateClockwise,
  IconShare,
  IconTargetArrow,
} from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { useSharedLink } from "#platform/shared-link.ts";
import { ToolButton } from "#ui/ToolButton.tsx";
import classes from "./CaseWorkspace.module.css";
import { CASE_COMMANDS, type CaseCommand } from "./case-commands.ts";
import type { CasePanelName } from "./case-panels.ts";

interface CaseToolsProps {
  readonly shown: Case;
  readonly isSmall: boolean;
  readonly isFullscreen: boolean;
  /** Null: there are no slides that can move together. */
  readonly isSynced: boolean | null;
  /** Null: there are fewer than two slides. */
  readonly isComparing: boolean | null;
  readonly canShare: boolean;
  readonly openPanel: CasePanelName | null;
  readonly onCommand: (command: CaseCommand) => void;
}

interface Tool {
  readonly command: CaseCommand;
  readonly icon: Icon;
  readonly isOn?: boolean;
  readonly isOffered?: boolean;
}

/** One row above the slides; below them on small screens. */
export function CaseTools(props: CaseToolsProps) {
  const { shown, isSmall, isFullscreen, isSynced, isComparing, canShare, openPanel, onCommand } = props;
  const { t } = useTranslation();
  const link = useSharedLink();
  const tools: readonly Tool[] = [
    { command: "rotateLeft", icon: IconRotate },
    { command: "rotateRight", icon: IconRotateClockwise },
    { command: "fit", icon: IconFocusCentered },
    {
      command: "toggleSync",
      icon: isSynced ? IconLink : IconLinkOff,
      isOn: isSynced ?? false,
      isOffered: isSynced !== null && openPanel !== "bind",
    },
    { command: "align", icon: IconTargetArrow, isOffered: isSynced === true },
    {
      command: "compare",
      icon: IconLayersDifference,
      isOn: isComparing ?? false,
      isOffered: isComparing !== null && openPanel !== "bind",
    },
    { command: "toggleText", icon: IconInfoCircle, isOn: openPanel === "text", isOffered: !link?.hidesInformation },
    {
      command: "toggleAnnotations",
      icon: IconList,
      isOn: openPanel === "annotations",
      isOffered: isComparing !== true && !link?.hidesAnnotations,
    },
    { command: "toggleColour", icon: IconContrast, isOn: openPanel === "colour", isOffered: isComparing !== true },
    { command: "toggleGrid", icon: IconGrid4x4, isOn: openPanel === "grid", isOffered: isComparing !== true },
    {
      command: "bind",
      icon: IconMapPin,
      isOn: openPanel === "bind",
      isOffered: shown.userCanEdit && isComparing !== null,
    },
    { command: "arrange", icon: IconLayoutGrid, isOn: openPanel === "arrange", isOffered: shown.userCanEdit },
    { command: "share", icon: IconShare, isOffered: canShare },
    { command: "fullscreen", icon: isFullscreen ? IconArrowsMinimize : IconArrowsMaximize, isOn: isFullscreen },
    { command: "showKeyboard", icon: IconKeyboard, isOffered: !isSmall },
  ];
  return (
    <div role="toolbar" aria-label={t("case.tools")} className={classes.tools}>
      {tools
        .filter(({ isOffered }) => isOffered !== false)
        .map(({ command, icon, isOn }) => (
          <ToolButton
            key={command}
            icon={icon}
            label={t(CASE_COMMANDS[command].label)}
            shortcut={CASE_COMMANDS[command].shortcut}
            {...(isOn === undefined ? {} : { isOn })}
            tooltipPosition={isSmall ? "top" : "bottom"}
            onClick={() => onCommand(command)}
          />
        ))}
    </div>
  );
}
