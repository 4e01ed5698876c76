/** Keys of the focused stack. */

import type { StackHandle } from "./StackPane.tsx";
import type { StackViewState } from "./stack.ts";
import { chooseWindow, indexByKey, STACK_COMMAND_NAMES, STACK_COMMANDS, windowChoices } from "./stack-commands.ts";
import { STACK_TOOL_NAMES, STACK_TOOLS, type StackTool } from "./stack-tools.ts";

const ZOOM_STEP = 1.25;

interface FocusedStack {
  readonly handle: StackHandle;
  readonly look: StackViewState;
  readonly modality: string;
  readonly tool: StackTool;
  readonly setTool: (tool: StackTool) => void;
}

/** @param target element with the focus: some keys apply to the image only. @returns whether the key has a function. */
export function actOnStack(
  key: string,
  target: EventTarget,
  { handle, look, modality, tool, setTool }: FocusedStack,
): boolean {
  const { stack } = handle;
  const letter = key.toUpperCase();
  const isOnPicture = target instanceof Element && target.getAttribute("role") === "application";
  const index = isOnPicture ? indexByKey(key, look) : null;
  const named = STACK_TOOL_NAMES.find((name) => STACK_TOOLS[name].key === letter);
  const command = STACK_COMMAND_NAMES.find((name) => STACK_COMMANDS[name].key === letter);
  const choice = windowChoices(modality)[Number(key) - 1];
  if (index !== null) void stack.goTo(index);
  else if (key === " " && isOnPicture) handle.togglePlay();
  else if (key === "Enter" && isOnPicture && tool === "measure") handle.addLine();
  else if (key === "+" || key === "-") stack.zoomBy(key === "+" ? ZOOM_STEP : 1 / ZOOM_STEP);
  else if (named) setTool(named);
  else if (command) STACK_COMMANDS[command].act(stack);
  else if (choice) chooseWindow(stack, choice);
  else return false;
  return true;
}
