/** The place that the address bar names. */
import { parseScreenPath, type ScreenPlace } from "@parfocal/core/item/public-path.ts";
import { useRouterState } from "@tanstack/react-router";
import { useMemo } from "react";

/** null where the path is none of the content tree's (sign-in, upload). */
export function usePlace(): ScreenPlace | null {
  const path = useRouterState({ select: ({ location }) => location.pathname });
  return useMemo(() => parseScreenPath(path), [path]);
}
