/** Pointer styles over a slide. */

export const CURSOR_STYLES = ["arrow", "crosshair", "fineCross", "circle", "lectureHand"] as const;
export type CursorStyle = (typeof CURSOR_STYLES)[number];

export const DEFAULT_CURSOR_STYLE: CursorStyle = "arrow";

export function isCursorStyle(text: string): text is CursorStyle {
  return (CURSOR_STYLES as readonly string[]).includes(text);
}
