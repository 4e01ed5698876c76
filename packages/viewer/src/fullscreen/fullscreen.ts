/**
 * Full screen. The browser decides: its change events report the state.
 *
 * Source: spec part 1, section 4 ("Fullscreen toggles on the browser's fullscreen change events") and section 9
 * (delay).
 */

/** The view is measured again this long after the browser's fullscreen event, ms. */
export const FULLSCREEN_RESIZE_DELAY_MS = 100;

export interface Fullscreen {
  isFullscreen(): boolean;
  toggle(): Promise<void>;
  destroy(): void;
}

/** @param onChange called once the element has its new size. */
export function watchFullscreen(element: HTMLElement, onChange: (isFullscreen: boolean) => void): Fullscreen {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const isFullscreen = (): boolean => document.fullscreenElement === element;
  const handleChange = (): void => {
    clearTimeout(timer);
    timer = setTimeout(() => onChange(isFullscreen()), FULLSCREEN_RESIZE_DELAY_MS);
  };
  document.addEventListener("fullscreenchange", handleChange);
  return {
    isFullscreen,
    async toggle() {
      if (isFullscreen()) await document.exitFullscreen();
      else if (document.fullscreenEnabled) await element.requestFullscreen();
    },
    destroy() {
      clearTimeout(timer);
      document.removeEventListener("fullscreenchange", handleChange);
    },
  };
}
