/** Delays parts that the first image does not need until the page has settled. */
import { useEffect, useState } from "react";

/** A page that is never idle counts as settled after this time. */
const SETTLED_AFTER_MAX_MS = 1200;

let isPictureAwaited = false;
const waitingForPicture = new Set<() => void>();

/** For pages whose first image must not share the bandwidth: they settle after `markPictureShown`. */
export function awaitPicture(): void {
  isPictureAwaited = true;
}

export function markPictureShown(): void {
  isPictureAwaited = false;
  for (const goOn of [...waitingForPicture]) goOn();
  waitingForPicture.clear();
}

/** False until the scripts of the page are loaded and the browser is idle. */
export function useIsSettled(): boolean {
  const [isSettled, setSettled] = useState(false);
  useEffect(() => whenSettled(() => setSettled(true)), []);
  return isSettled;
}

/** @returns a function that cancels the waiting. */
function whenSettled(act: () => void): () => void {
  const timer = setTimeout(settle, SETTLED_AFTER_MAX_MS);
  let idle: number | undefined;
  // The load event waits for the scripts in the page's head, so a browser that is loading them is not idle.
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
