/** Marks screens that fill the window, like slides, if this does not follow from the URL. */
import { useLayoutEffect, useSyncExternalStore } from "react";

let filling = 0;
const listeners = new Set<() => void>();

function change(by: 1 | -1): void {
  filling += by;
  for (const listener of listeners) listener();
}

/** Called by the screen; applies while it is shown. */
export function useFilledPage(): void {
  useLayoutEffect(() => {
    change(1);
    return () => change(-1);
  }, []);
}

/** Called by the shell. */
export function useIsPageFilled(): boolean {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => filling > 0,
  );
}
