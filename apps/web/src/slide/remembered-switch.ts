/** What the page remembers of how a person likes to look at slides: surround, sidebar, single-letter keys, channels. */
import { useCallback, useState } from "react";

const PREFIX = "parfocal-slide-";

/** @returns null: nothing. */
export function readRemembered(name: string): string | null {
  try {
    return localStorage.getItem(PREFIX + name);
  } catch {
    return null;
  }
}

export function remember(name: string, value: string): void {
  try {
    localStorage.setItem(PREFIX + name, value);
  } catch {
    // Storage is closed to us: it is remembered as long as the page is open.
  }
}

/** A switch that is remembered in this browser. */
export function useRememberedSwitch(name: string, initial: boolean): [boolean, (isOn: boolean) => void] {
  const [isOn, setIsOn] = useState(() => {
    const kept = readRemembered(name);
    return kept === null ? initial : kept === "on";
  });
  const change = useCallback(
    (next: boolean) => {
      setIsOn(next);
      remember(name, next ? "on" : "off");
    },
    [name],
  );
  return [isOn, change];
}
