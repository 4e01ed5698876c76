/** Asks before unsaved changes are discarded: by opening another panel, following a link, or closing the page. */
import { useBlocker } from "@tanstack/react-router";
import { createContext, use, useRef, useState } from "react";

export interface UnsavedGuard {
  /** Leaves immediately if nothing is unsaved, otherwise after the user confirms. */
  readonly ask: (leave: () => void) => void;
  readonly isAsking: boolean;
  readonly discard: () => void;
  readonly stay: () => void;
}

/** Called when the user stays, so that controls that already show the target can revert. */
export const StayContext = createContext<() => void>(() => undefined);

interface Place {
  readonly pathname: string;
  readonly search: object;
}

const itemOf = ({ search }: Place): unknown => ("item" in search ? search.item : undefined);

/**
 * Whether two URLs show the editor of the same item. An item that is moved in the tree keeps its editor with all input.
 */
const haveSameEditor = (one: Place, other: Place): boolean =>
  one.pathname === other.pathname && itemOf(one) !== undefined && itemOf(one) === itemOf(other);

/** @param onDiscard discards the changes. */
export function useUnsavedGuard(isUnsaved: boolean, onDiscard: () => void): UnsavedGuard {
  const [isAsking, setAsking] = useState(false);
  const onStay = use(StayContext);
  const pendingLeave = useRef<() => void>(() => undefined);
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) => isUnsaved && !haveSameEditor(current, next),
    enableBeforeUnload: () => isUnsaved,
    withResolver: true,
  });
  return {
    ask(leave) {
      if (!isUnsaved) leave();
      else {
        pendingLeave.current = leave;
        setAsking(true);
      }
    },
    isAsking: isAsking || blocker.status === "blocked",
    discard() {
      onDiscard();
      if (blocker.status === "blocked") blocker.proceed();
      else pendingLeave.current();
      setAsking(false);
    },
    stay() {
      if (blocker.status === "blocked") blocker.reset();
      setAsking(false);
      onStay();
    },
  };
}
