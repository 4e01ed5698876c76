import { type RefObject, useInsertionEffect, useRef } from "react";

/**
 * The value of the last committed render, for code that runs after the render: events, effects, timers. It is set
 * before all layout effects and effects of that commit, including those of children. Must not be read during a render.
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
