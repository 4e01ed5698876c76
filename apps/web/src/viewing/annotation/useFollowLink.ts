import { useRouter } from "@tanstack/react-router";
import { useContext } from "react";
import { type LinkTarget, linkTargetOf } from "./annotation-link-target.ts";
import { LinkInPlaceContext } from "./link-in-place.ts";

export interface FollowLink {
  targetOf(link: string): LinkTarget;
  /** Opens the target of a link; external links open in a new tab. */
  follow(link: string): void;
}

/** @param imageId ID of the current slide. @param choose shows an annotation on it. */
export function useFollowLink(imageId: number, choose: (annotationId: number) => void): FollowLink {
  const router = useRouter();
  const openInPlace = useContext(LinkInPlaceContext);
  const targetOf = (link: string): LinkTarget => linkTargetOf(link, window.location.origin, imageId);
  return {
    targetOf,
    follow(link) {
      const target = targetOf(link);
      if (openInPlace(target)) return;
      if (target.kind === "outside") window.open(target.href, "_blank", "noreferrer,noopener");
      else if (target.kind === "here") choose(target.annotationId);
      // The slide page reads its URL only when it opens, so another view of the same slide needs a new visit.
      else if (target.kind === "slide" && target.imageId === imageId) window.location.assign(target.href);
      else router.history.push(target.href);
    },
  };
}
