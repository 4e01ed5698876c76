/** Function of dragging with the main button or one finger. */
import {
  type Icon,
  IconArrowsMove,
  IconArrowsVertical,
  IconContrast2,
  IconRuler2,
  IconZoomIn,
} from "@tabler/icons-react";

interface StackToolFacts {
  readonly icon: Icon;
  /** A letter, while the focus is in the viewer. */
  readonly key: string;
}

export const STACK_TOOLS = {
  scroll: { icon: IconArrowsVertical, key: "S" },
  window: { icon: IconContrast2, key: "W" },
  pan: { icon: IconArrowsMove, key: "P" },
  zoom: { icon: IconZoomIn, key: "Z" },
  measure: { icon: IconRuler2, key: "M" },
} as const satisfies Record<string, StackToolFacts>;

export type StackTool = keyof typeof STACK_TOOLS;
export const STACK_TOOL_NAMES = Object.keys(STACK_TOOLS) as StackTool[];
