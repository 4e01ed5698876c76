/** What a screen remembers of how a person likes it: surround, sidebar, single-letter keys, channels. */
import { useCallback, useState } from "react";
import { readRemembered, remember } from "./remembered.ts";

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
