/** Tools of the focused stack: function of dragging, window, rotation and zoom, page layout. */
import {
  IconArrowsMaximize,
  IconArrowsMinimize,
  IconColumns2,
  IconKeyboard,
  IconLink,
  IconLinkOff,
} from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { ToolButton } from "#ui/ToolButton.tsx";
import styles from "./StackWorkspace.module.css";
import type { StackViewState } from "./stack.ts";
import {
  isChosenWindow,
  STACK_COMMAND_NAMES,
  STACK_COMMANDS,
  type StackCommand,
  type WindowChoice,
  windowChoices,
} from "./stack-commands.ts";
import { STACK_TOOL_NAMES, STACK_TOOLS, type StackTool } from "./stack-tools.ts";

/** Done with two fingers on touch screens. */
const BY_FINGERS: readonly StackTool[] = ["pan", "zoom"];

interface StackToolbarProps {
  /** View state of the focused stack; null: not available yet. */
  readonly look: StackViewState | null;
  readonly modality: string;
  readonly tool: StackTool;
  readonly isSmall: boolean;
  /** Null: fewer than two series, or not enough space. */
  readonly areTwoShown: boolean | null;
  /** Whether both series scroll together; null: one is shown. */
  readonly areLinked: boolean | null;
  readonly isFull: boolean;
  readonly onTool: (tool: StackTool) => void;
  readonly onCommand: (command: StackCommand) => void;
  readonly onWindow: (choice: WindowChoice) => void;
  readonly onTwo: () => void;
  readonly onLinked: () => void;
  readonly onFull: () => void;
  readonly onKeys: () => void;
}

export function StackToolbar(props: StackToolbarProps) {
  const { look, modality, tool, isSmall, areTwoShown, areLinked, isFull } = props;
  const { t } = useTranslation();
  const hasWindow = look?.window !== null;
  const chosen = look && windowChoices(modality).find((choice) => isChosenWindow(look, choice));
  return (
    <div role="toolbar" aria-label={t("radiology.tools")} className={styles.tools}>
      <span className={styles.group}>
        {STACK_TOOL_NAMES.filter((name) => !isSmall || !BY_FINGERS.includes(name)).map((name) => (
          <ToolButton
            key={name}
            icon={STACK_TOOLS[name].icon}
            label={t(`radiology.tool_${name}`)}
            shortcut={STACK_TOOLS[name].key}
            isOn={tool === name}
            whyNot={name === "window" && !hasWindow ? t("radiology.noWindow") : null}
            onClick={() => props.onTool(name)}
          />
        ))}
      </span>
      {hasWindow && (
        <select
          className={styles.select}
          aria-label={t("radiology.window")}
          value={chosen ?? ""}
          onChange={({ currentTarget: { value } }) => props.onWindow(value as WindowChoice)}
        >
          {!chosen && (
            <option value="" disabled>
              {t("radiology.window_own")}
            </option>
          )}
          {windowChoices(modality).map((choice, index) => (
            <option key={choice} value={choice}>
              {`${t(`radiology.window_${choice}`)} (${index + 1})`}
            </option>
          ))}
        </select>
      )}
      <span className={styles.group}>
        {STACK_COMMAND_NAMES.map((name) => (
          <ToolButton
            key={name}
            icon={STACK_COMMANDS[name].icon}
            label={t(`radiology.command_${name}`)}
            shortcut={STACK_COMMANDS[name].key}
            {...(name === "invert" ? { isOn: look?.isInverted ?? false } : {})}
            onClick={() => props.onCommand(name)}
          />
        ))}
      </span>
      <span className={styles.group} data-end>
        {areTwoShown !== null && (
          <ToolButton
            icon={IconColumns2}
            label={t("radiology.two")}
            shortcut="D"
            isOn={areTwoShown}
            onClick={props.onTwo}
          />
        )}
        {areLinked !== null && (
          <ToolButton
            icon={areLinked ? IconLink : IconLinkOff}
            label={t("radiology.linked")}
            shortcut="Y"
            isOn={areLinked}
            onClick={props.onLinked}
          />
        )}
        {!isSmall && <ToolButton icon={IconKeyboard} label={t("radiology.keys")} shortcut="?" onClick={props.onKeys} />}
        <ToolButton
          icon={isFull ? IconArrowsMinimize : IconArrowsMaximize}
          label={isFull ? t("radiology.leaveFull") : t("radiology.full")}
          shortcut="F"
          isOn={isFull}
          onClick={props.onFull}
        />
      </span>
    </div>
  );
}
