/** What is not needed for the first picture waits until the page has settled. */
import { useEffect, useState } from "react";

/** Long enough for the first tiles to be asked for, short enough that no hand is faster. */
const SETTLING_MS = 1200;

/** false for the first moments of the page that uses it. */
export function useIsSettled(): boolean {
  const [isSettled, setSettled] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(true), SETTLING_MS);
    return () => clearTimeout(timer);
  }, []);
  return isSettled;
}
