/** What is not needed for the first picture waits until the page has settled. */
import { useEffect, useState } from "react";

/** A page that never rests has settled after this. */
const SETTLED_AFTER_MAX_MS = 1200;

let isPictureAwaited = false;
const waitingForPicture = new Set<() => void>();

/** For the start of a page whose first picture must not share the line: it settles after `markPictureShown`. */
export function awaitPicture(): void {
  isPictureAwaited = true;
}

export function markPictureShown(): void {
  isPictureAwaited = false;
  for (const goOn of [...waitingForPicture]) goOn();
  waitingForPicture.clear();
}

/** false for the first moments of the page that uses it: until its scripts are there and the browser has nothing to do. */
export function useIsSettled(): boolean {
  const [isSettled, setSettled] = useState(false);
  useEffect(() => whenSettled(() => setSettled(true)), []);
  return isSettled;
}

/** @returns a function that gives the waiting up. */
function whenSettled(act: () => void): () => void {
  const timer = setTimeout(settle, SETTLED_AFTER_MAX_MS);
  let idle: number | undefined;
  // The load event waits for the scripts that the page names in its head, so a browser that waits for them is not idle.
  if (typeof requestIdleCallback === "function") {
    if (document.readyState === "complete") waitForIdle();
    else addEventListener("load", waitForIdle, { once: true });
  }
  return stop;

  function waitForIdle(): void {
    if (isPictureAwaited) waitingForPicture.add(waitForIdle);
    else idle = requestIdleCallback(settle);
  }
  function settle(): void {
    stop();
    act();
  }
  function stop(): void {
    clearTimeout(timer);
    removeEventListener("load", waitForIdle);
    waitingForPicture.delete(waitForIdle);
    if (idle !== undefined) cancelIdleCallback(idle);
  }
}
