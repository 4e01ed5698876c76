/** Keys of the measuring tool, as listed in the keyboard shortcuts. */

/** Saves the selected measurement, or the last one, as an annotation. */
export const KEEP_KEY = "P";

export const MEASURING_KEYS = [
  { keys: "Space", meaning: "measuring.placeHere" },
  { keys: "Space+↖", meaning: "measuring.keyPan" },
  { keys: "Shift", meaning: "measuring.keyFreehand" },
  { keys: "Enter", meaning: "measuring.finish" },
  { keys: "Delete", meaning: "measuring.keyRemove" },
  { keys: KEEP_KEY, meaning: "measuring.keyKeep" },
  { keys: "Esc", meaning: "measuring.keyDiscard" },
] as const;
