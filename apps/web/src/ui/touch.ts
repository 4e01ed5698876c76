import { useMediaQuery } from "@mantine/hooks";

const TOUCH_QUERY = "(pointer: coarse)";

/** Whether the user uses touch; texts then do not mention keys or clicks. */
export function useIsTouch(): boolean {
  return useMediaQuery(TOUCH_QUERY, window.matchMedia(TOUCH_QUERY).matches) ?? false;
}
