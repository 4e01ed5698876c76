/** Asks before unsaved changes are left: by another panel, by a link, by closing the page. */
import { useBlocker } from "@tanstack/react-router";
import { useRef, useState } from "react";

export interface UnsavedGuard {
  /** Does it at once where nothing is unsaved, else when the person agrees. */
  readonly ask: (leave: () => void) => void;
  readonly isAsking: boolean;
  readonly discard: () => void;
  readonly stay: () => void;
}

/** @param onDiscard forgets the changes. */
export function useUnsavedGuard(isUnsaved: boolean, onDiscard: () => void): UnsavedGuard {
  const [isAsking, setAsking] = useState(false);
  const wanted = useRef<() => void>(() => undefined);
  const blocker = useBlocker({
    shouldBlockFn: () => isUnsaved,
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
    },
  };
}
