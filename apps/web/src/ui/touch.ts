import { useMediaQuery } from "@mantine/hooks";

const TOUCH_QUERY = "(pointer: coarse)";

/** Whether a person works with fingers here: what is said names no keys then, and no clicks. */
export function useIsTouch(): boolean {
  return useMediaQuery(TOUCH_QUERY, window.matchMedia(TOUCH_QUERY).matches) ?? false;
}
