/** Keys while the queue of reviews is open. */
export const REVIEW_KEYS = {
  convert: "Y",
  publish: "P",
  decline: "D",
  next: "J",
  back: "Shift+J",
} as const;

export type ReviewStep = keyof typeof REVIEW_KEYS;

type KeyPress = Pick<KeyboardEvent, "key" | "ctrlKey" | "metaKey" | "altKey" | "shiftKey">;

/** @returns null for a press that means nothing here; with Ctrl, Alt or Cmd it is another's. */
export function reviewStepFor({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyPress): ReviewStep | null {
  if (ctrlKey || metaKey || altKey) return null;
  const pressed = `${shiftKey ? "Shift+" : ""}${key.toUpperCase()}`;
  const steps = Object.keys(REVIEW_KEYS) as ReviewStep[];
  return steps.find((step) => REVIEW_KEYS[step] === pressed) ?? null;
}
