/** Keys while the review queue is open. */
export const REVIEW_KEYS = {
  convert: "Y",
  publish: "P",
  decline: "D",
  next: "J",
  back: "Shift+J",
} as const;

export type ReviewStep = keyof typeof REVIEW_KEYS;

type KeyPress = Pick<KeyboardEvent, "key" | "ctrlKey" | "metaKey" | "altKey" | "shiftKey">;

/** @returns null if the key has no function here, or is pressed with Ctrl, Alt or Cmd. */
export function reviewStepFor({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyPress): ReviewStep | null {
  if (ctrlKey || metaKey || altKey) return null;
  const pressed = `${shiftKey ? "Shift+" : ""}${key.toUpperCase()}`;
  const steps = Object.keys(REVIEW_KEYS) as ReviewStep[];
  return steps.find((step) => REVIEW_KEYS[step] === pressed) ?? null;
}
