/** What the page remembers of how a person likes to look at slides: surround, sidebar, single-letter keys, channels. */
import { useCallback, useState } from "react";
import { readRemembered, remember } from "#ui/remembered.ts";

export { readRemembered, remember };

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
