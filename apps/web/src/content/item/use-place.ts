/** The place that the address bar names. */
import { type PublicPlace, parsePublicPath } from "@parfocal/core/item/public-path.ts";
import { useRouterState } from "@tanstack/react-router";
import { useMemo } from "react";

/** null where the path is none of the content tree's (sign-in, upload). */
export function usePlace(): PublicPlace | null {
  const path = useRouterState({ select: ({ location }) => location.pathname });
  return useMemo(() => parsePublicPath(path), [path]);
}
