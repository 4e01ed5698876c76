import { useEffect } from "react";
import type { Stack } from "./stack.ts";

/**
 * While enabled, both stacks scroll by the same number of images, keeping their offset at the time of linking. At an
 * end of one stack the other continues alone; on the way back they are aligned again.
 *
 * @param left null: not available (yet); then nothing is linked.
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
      const target = Math.min(count - 1, Math.max(0, index + by));
      if (target === now) return;
      seen.set(other, target);
      void other.goTo(target);
    };
    const stops = [left.subscribe(follow(left, right, offset)), right.subscribe(follow(right, left, -offset))];
    return () => {
      for (const stop of stops) stop();
    };
  }, [left, right, isOn]);
}
