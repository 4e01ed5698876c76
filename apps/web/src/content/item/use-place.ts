/** The location in the URL. */
import { parseScreenPath, type ScreenPlace } from "@parfocal/core/item/public-path.ts";
import { useRouterState } from "@tanstack/react-router";
import { useMemo } from "react";

/** Null if the path is not part of the content tree (sign-in, upload). */
export function usePlace(): ScreenPlace | null {
  const path = useRouterState({ select: ({ location }) => location.pathname });
  return useMemo(() => parseScreenPath(path), [path]);
}
