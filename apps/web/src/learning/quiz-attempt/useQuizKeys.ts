/** Keys while a quiz is taken: digits select, arrow keys change the question, M marks. */
import { useEffect } from "react";
import { isTyping } from "#ui/is-typing.ts";
import { useLatest } from "#ui/useLatest.ts";

interface QuizKeys {
  /** @param place from 0. */
  readonly onChoose: (place: number) => void;
  readonly onGo: (step: 1 | -1) => void;
  readonly onMark: () => void;
}

/** While the slide has the focus, its own keys move it. */
const ON_SLIDE = "[data-quiz-slide]";

export function useQuizKeys(keys: QuizKeys): void {
  const latest = useLatest(keys);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const { key, target } = event;
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || isTyping(target)) return;
      const isOnSlide = target instanceof Element && target.closest(ON_SLIDE) !== null;
      if (isOnSlide) return;
      if (key === "ArrowRight" || key === "ArrowLeft") latest.current.onGo(key === "ArrowRight" ? 1 : -1);
      else if (key === "m" || key === "M") latest.current.onMark();
      else if (/^[1-9]$/.test(key)) latest.current.onChoose(Number(key) - 1);
      else return;
      event.preventDefault();
    };
    document.addEventListener("keydown", onKeyDown, true);
    return () => document.removeEventListener("keydown", onKeyDown, true);
  }, []);
}
