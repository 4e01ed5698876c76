import { useEffect } from "react";
import type { Stack } from "./stack.ts";

/**
 * While it is on, both stacks move by the same number of pictures: where they were when it was switched on stays side by
 * side. At an end of one the other goes on alone; on the way back they meet again.
 *
 * @param left null: it is not there (yet); then nothing is linked.
 */
export function useLinkedScroll(left: Stack | null, right: Stack | null, isOn: boolean): void {
  useEffect(() => {
    if (!isOn || !left || !right) return;
    const offset = right.look().index - left.look().index;
    const seen = new Map([left, right].map((stack) => [stack, stack.look().index]));
    const follow = (moved: Stack, other: Stack, by: number) => () => {
      const { index } = moved.look();
      if (index === seen.get(moved)) return;
      seen.set(moved, index);
      const { index: now, count } = other.look();
      const wanted = Math.min(count - 1, Math.max(0, index + by));
      if (wanted === now) return;
      seen.set(other, wanted);
      void other.goTo(wanted);
    };
    const stops = [left.subscribe(follow(left, right, offset)), right.subscribe(follow(right, left, -offset))];
    return () => {
      for (const stop of stops) stop();
    };
  }, [left, right, isOn]);
}
