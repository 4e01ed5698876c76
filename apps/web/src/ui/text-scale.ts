/** Text size that the browser is set to, as a multiple of the usual one: what holds lines of text grows with it. */
export function textScale(): number {
  const rootPx = Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
  return rootPx > 0 ? rootPx / USUAL_PX : 1;
}

const USUAL_PX = 16;
