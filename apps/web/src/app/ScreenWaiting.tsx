/**
 * Shown instead of a screen until its scripts are loaded. The shell is already visible then, so the page would
 * otherwise be blank.
 */
import { useRouterState } from "@tanstack/react-router";
import { usePlace } from "#item/use-place.ts";
import { PageSkeleton } from "#ui/PageSkeleton.tsx";

/** Slides and cases have their own dark background; the sign-in form is small and has no shell. */
export function ScreenWaiting() {
  const isSignIn = useRouterState({ select: ({ location }) => location.pathname === "/sign-in" });
  const kind = usePlace()?.steps.at(-1)?.kind;
  return isSignIn || kind === "image" || kind === "case" ? null : <PageSkeleton />;
}
