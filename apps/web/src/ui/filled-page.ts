/** A screen that fills the window, as slides do, where the address alone does not say so. */
import { useLayoutEffect, useSyncExternalStore } from "react";

let filling = 0;
const listeners = new Set<() => void>();

function change(by: 1 | -1): void {
  filling += by;
  for (const listener of listeners) listener();
}

/** Called by the screen; holds as long as it is shown. */
export function useFilledPage(): void {
  useLayoutEffect(() => {
    change(1);
    return () => change(-1);
  }, []);
}

/** Called by what surrounds the screens. */
export function useIsPageFilled(): boolean {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => filling > 0,
  );
}
