/**
 * Stands in a screen's place until its scripts have come. What surrounds it is there by then, so that without this the page
 * would be blank for as long as that takes.
 */
import { useRouterState } from "@tanstack/react-router";
import { usePlace } from "#item/use-place.ts";
import { PageSkeleton } from "#ui/PageSkeleton.tsx";

/** Slides and cases open on their own dark ground; the form to sign in is small, and stands alone. */
export function ScreenWaiting() {
  const isSignIn = useRouterState({ select: ({ location }) => location.pathname === "/sign-in" });
  const kind = usePlace()?.steps.at(-1)?.kind;
  return isSignIn || kind === "image" || kind === "case" ? null : <PageSkeleton />;
}
