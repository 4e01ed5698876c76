/**
 * Alternates two slides by a key or automatically. Automatic changes never start without a user action if the user
 * prefers reduced motion.
 */
import { useEffect, useState } from "react";
import { isTyping } from "#slide/slide-commands.ts";

export const BLINK_KEY = "b";
export const BLINK_INTERVALS_MS = [250, 500, 1000, 2000] as const;
const FIRST_INTERVAL_MS = 1000;

export interface Blink {
  readonly isUpperShown: boolean;
  readonly toggle: () => void;
  readonly isRunning: boolean;
  readonly setRunning: (isRunning: boolean) => void;
  readonly intervalMs: number;
  readonly setIntervalMs: (intervalMs: number) => void;
}

/** @param isActive whether slides are alternated now. */
export function useBlink(isActive: boolean): Blink {
  const [isUpperShown, setUpperShown] = useState(true);
  const [isRunning, setRunning] = useState(() => !matchMedia("(prefers-reduced-motion: reduce)").matches);
  const [intervalMs, setIntervalMs] = useState<number>(FIRST_INTERVAL_MS);
  useEffect(() => {
    if (!isActive || !isRunning) return;
    const timer = setInterval(() => setUpperShown((isShown) => !isShown), intervalMs);
    return () => clearInterval(timer);
  }, [isActive, isRunning, intervalMs]);
  useEffect(() => {
    if (!isActive) return;
    const handleKeyDown = (event: KeyboardEvent): void => {
      const isKey = event.key.toLowerCase() === BLINK_KEY && !event.ctrlKey && !event.metaKey && !event.altKey;
      if (!isKey || isTyping(event.target)) return;
      event.preventDefault();
      setRunning(false);
      setUpperShown((isShown) => !isShown);
    };
    window.addEventListener("keydown", handleKeyDown);
    return () => window.removeEventListener("keydown", handleKeyDown);
  }, [isActive]);
  return {
    isUpperShown,
    toggle() {
      setRunning(false);
      setUpperShown(!isUpperShown);
    },
    isRunning,
    setRunning,
    intervalMs,
    setIntervalMs,
  };
}
