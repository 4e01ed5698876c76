/** Plays a stack's images in a loop. */
import { useEffect, useState } from "react";
import type { Stack } from "./stack.ts";

export const SPEEDS_PER_S = [2, 5, 10, 15, 25] as const;
const DEFAULT_PER_S = 10;

/** Shows the next image when it is due and loaded: a slow connection makes the film slower, not jumpy. */
export function usePlay(stack: Stack | null) {
  const [isPlaying, setPlaying] = useState(false);
  const [perSecond, setPerSecond] = useState<number>(DEFAULT_PER_S);
  useEffect(() => {
    if (!stack || !isPlaying) return;
    let isOver = false;
    const play = async () => {
      while (!isOver) {
        const pause = new Promise((resolve) => setTimeout(resolve, 1000 / perSecond));
        const { index, count, state } = stack.look();
        if (state === "failed") return setPlaying(false);
        await Promise.all([pause, stack.goTo((index + 1) % count)]);
      }
    };
    void play();
    return () => {
      isOver = true;
    };
  }, [stack, isPlaying, perSecond]);
  return { isPlaying, setPlaying, perSecond, setPerSecond };
}
