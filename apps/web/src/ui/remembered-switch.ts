/** The user's preferences on a screen: surround, sidebar, single-letter keys, channels. */
import { useCallback, useState } from "react";
import { readRemembered, remember } from "./remembered.ts";

/** A switch whose state is stored in this browser. */
export function useRememberedSwitch(name: string, initial: boolean): [boolean, (isOn: boolean) => void] {
  const [isOn, setIsOn] = useState(() => {
    const stored = readRemembered(name);
    return stored === null ? initial : stored === "on";
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
