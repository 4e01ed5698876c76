/** The keys while one measures, as the keyboard sheet lists them. */

/** Keeps the chosen measurement, else the last, as an annotation. */
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
