import { useCallback, useSyncExternalStore } from "react";
import type { Stack, StackViewState } from "./stack.ts";

const nothing = () => undefined;
const none = () => null;

/** Subscribes to the view state of a stack; null: no stack. */
export function useStackViewState(stack: Stack | null): StackViewState | null {
  const subscribe = useCallback((listener: () => void) => (stack ? stack.subscribe(listener) : nothing), [stack]);
  return useSyncExternalStore<StackViewState | null>(subscribe, stack ? stack.look : none);
}
