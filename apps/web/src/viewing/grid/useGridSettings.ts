import { changedGrid, type GridSettings } from "@parfocal/core/grid/grid-settings.ts";
import { useCallback, useState } from "react";
import { readGridSettings, saveGridSettings } from "./grid-cookie.ts";

/**
 * What is chosen of a grid, remembered for 30 days. A change that is out of range is neither shown nor remembered.
 *
 * @param scope must not change while the component lives; see grid-cookie.ts.
 */
export function useGridSettings(scope: string): [GridSettings, (change: Partial<GridSettings>) => void] {
  const [settings, setSettings] = useState(() => readGridSettings(document.cookie, scope));
  const change = useCallback(
    (next: Partial<GridSettings>) =>
      setSettings((before) => {
        const after = changedGrid(before, next);
        if (after !== before) saveGridSettings(scope, after);
        return after;
      }),
    [scope],
  );
  return [settings, change];
}
