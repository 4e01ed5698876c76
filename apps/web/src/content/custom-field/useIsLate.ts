import { useEffect, useState } from "react";

/** Whether what one waits for ought to be there by now. */
export function useIsLate(waitMs: number): boolean {
  const [isLate, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), waitMs);
    return () => clearTimeout(timer);
  }, [waitMs]);
  return isLate;
}
