/** Text size set in the browser, relative to the default; elements that contain lines of text scale with it. */
export function textScale(): number {
  const rootPx = Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
  return rootPx > 0 ? rootPx / USUAL_PX : 1;
}

const USUAL_PX = 16;
