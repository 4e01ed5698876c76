/** Annotation links to another slide of the same case: on wide screens it opens in the container of the link. */
import { useState } from "react";
import type { LinkTarget } from "#annotation/annotation-link-target.ts";
import { type LinkedSlide, linkedSlideOf } from "./case-link.ts";
import type { CaseState } from "./useCaseState.ts";

export interface LinksInPlace {
  /** @param shownId ID of the slide that contains the link. @returns whether it was opened here. */
  readonly open: (container: number, shownId: number, target: LinkTarget) => boolean;
  /** The annotation that a link opened in this container; null: none. */
  readonly annotationAt: (container: number, imageId: number) => number | null;
}

export function useLinksInPlace({ isSmall, items, chooseSlide }: CaseState): LinksInPlace {
  const [led, setLed] = useState<ReadonlyMap<number, LinkedSlide>>(() => new Map());
  return {
    open(container, shownId, target) {
      const linked = isSmall ? null : linkedSlideOf(target, shownId, items);
      if (!linked) return false;
      setLed((known) => new Map(known).set(container, linked));
      chooseSlide(container, linked.imageId);
      return true;
    },
    annotationAt(container, imageId) {
      const linked = led.get(container);
      return linked?.imageId === imageId ? linked.annotationId : null;
    },
  };
}
