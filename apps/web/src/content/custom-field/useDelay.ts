import { useEffect, useState } from "react";

/** Whether what one waits for ought to be there by now. */
export function useDelay(waitMs: number): boolean {
  const [isDelayed, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), waitMs);
    return () => clearTimeout(timer);
  }, [waitMs]);
  return isDelayed;
}
