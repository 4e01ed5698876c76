/** Asks before unsaved changes are left: by another panel, by a link, by closing the page. */
import { useBlocker } from "@tanstack/react-router";
import { createContext, use, useRef, useState } from "react";

export interface UnsavedGuard {
  /** Does it at once where nothing is unsaved, else when the person agrees. */
  readonly ask: (leave: () => void) => void;
  readonly isAsking: boolean;
  readonly discard: () => void;
  readonly stay: () => void;
}

/** Called when the user stays: controls that already show the target revert. */
export const StayContext = createContext<() => void>(() => undefined);

interface Place {
  readonly pathname: string;
  readonly search: object;
}

const itemOf = ({ search }: Place): unknown => ("item" in search ? search.item : undefined);

/** Whether two addresses show the editor of the same item: one that is moved in the tree keeps it, with all that is in it. */
const haveSameEditor = (one: Place, other: Place): boolean =>
  one.pathname === other.pathname && itemOf(one) !== undefined && itemOf(one) === itemOf(other);

/** @param onDiscard forgets the changes. */
export function useUnsavedGuard(isUnsaved: boolean, onDiscard: () => void): UnsavedGuard {
  const [isAsking, setAsking] = useState(false);
  const onStay = use(StayContext);
  const wanted = useRef<() => void>(() => undefined);
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) => isUnsaved && !haveSameEditor(current, next),
    enableBeforeUnload: () => isUnsaved,
    withResolver: true,
  });
  return {
    ask(leave) {
      if (!isUnsaved) leave();
      else {
        wanted.current = leave;
        setAsking(true);
      }
    },
    isAsking: isAsking || blocker.status === "blocked",
    discard() {
      onDiscard();
      if (blocker.status === "blocked") blocker.proceed();
      else wanted.current();
      setAsking(false);
    },
    stay() {
      if (blocker.status === "blocked") blocker.reset();
      setAsking(false);
      onStay();
    },
  };
}
