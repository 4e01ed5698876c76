import { changedGrid, type GridSettings } from "@parfocal/core/grid/grid-settings.ts";
import { useCallback, useState } from "react";
import { readGridSettings, saveGridSettings } from "./grid-cookie.ts";

/**
 * Grid settings, stored for 30 days. An out-of-range change is neither shown nor stored.
 *
 * @param scope must not change while the component is mounted; see grid-cookie.ts.
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
