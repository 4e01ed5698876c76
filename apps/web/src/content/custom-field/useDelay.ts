import { useEffect, useState } from "react";

/** Whether the given time has passed since mounting. */
export function useDelay(waitMs: number): boolean {
  const [isDelayed, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), waitMs);
    return () => clearTimeout(timer);
  }, [waitMs]);
  return isDelayed;
}
