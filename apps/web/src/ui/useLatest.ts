import { type RefObject, useInsertionEffect, useRef } from "react";

/**
 * The value of the last committed render, for what runs later than the render: events, effects, timers. It is set before
 * all layout effects and effects of that commit, those of children too. Not to be read during a render.
 *
 * @returns the same object for each render. A change between two renders lasts until the next.
 */
export function useLatest<Value>(value: Value): RefObject<Value> {
  const latest = useRef(value);
  useInsertionEffect(() => {
    latest.current = value;
  });
  return latest;
}
