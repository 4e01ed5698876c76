import { type RefObject, useLayoutEffect } from "react";

/**
 * Provides style sheets with the top of an element on its page, as `--page-top`, so that an element that fills the rest
 * of the window ends within it, regardless of the elements above. Follows changes above it.
 */
export function usePageTop(ref: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const element = ref.current;
    if (!element) return;
    const follow = (): void => {
      const topPx = Math.round(element.getBoundingClientRect().top + window.scrollY);
      element.style.setProperty("--page-top", `${topPx}px`);
    };
    follow();
    let frame = 0;
    // In the next frame: the element's new height changes the observed box.
    const observer = new ResizeObserver(() => {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(follow);
    });
    for (let above = element.parentElement; above; above = above.parentElement) observer.observe(above);
    return () => {
      cancelAnimationFrame(frame);
      observer.disconnect();
    };
  }, [ref]);
}
