/** The drawing tool used last, stored in this browser. The annotator starts with it. */
import { DRAWN_TYPE_NAMES, type DrawnTypeName, idOfDrawnType } from "@parfocal/core/annotation/annotation-types.ts";
import { readRemembered, remember } from "#ui/remembered.ts";
import type { AnnotatorState } from "./annotator-state.ts";

const NAME = "annotator-tool";
const BRUSH = "brush";

type StoredTool = Pick<AnnotatorState, "typeName" | "typeId" | "isBrush">;

const toolOf = (typeName: DrawnTypeName, isBrush: boolean): StoredTool => ({
  typeName,
  typeId: idOfDrawnType(typeName),
  isBrush,
});

/** @returns null if no tool is stored, or if it no longer exists. */
export function readStoredTool(): StoredTool | null {
  const stored = readRemembered(NAME);
  if (stored === BRUSH) return toolOf("polygon", true);
  const typeName = DRAWN_TYPE_NAMES.find((name) => name === stored);
  return typeName ? toolOf(typeName, false) : null;
}

export function keepTool({ typeName, isBrush }: Pick<StoredTool, "typeName" | "isBrush">): void {
  remember(NAME, isBrush ? BRUSH : typeName);
}
