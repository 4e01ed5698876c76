/** A case as a share shows it, without what the share hides (threat T-09). */
import type { Case, CaseItem } from "@parfocal/core/case/case.contract.ts";
import { sharedSlideInformation } from "#image/shared-image.ts";
import { type ShownBy, sharedThumbnail, withTokenInText } from "#share-access/token-addresses.ts";

const noInformation = (): Partial<Case> => ({
  ...{ title: "", subtitle: "", summary: "", description: "", diagnosis: "", tags: [] },
});

export function asSharedCase(shown: Case, by: ShownBy): Case {
  const { share, token } = by;
  const isHidden = share.hides_slide_information;
  const withoutTitle = <Step extends { readonly title: string }>(step: Step): Step =>
    isHidden ? { ...step, title: "" } : step;
  const items = shown.items.map((slide) => asSharedCaseItem(slide, by));
  return {
    ...shown,
    description: withTokenInText(shown.description, token),
    diagnosis: withTokenInText(shown.diagnosis, token),
    ...(isHidden ? noInformation() : {}),
    postId: shown.id,
    items,
    thumbnail: sharedThumbnail(shown.thumbnail, by) ?? items.find((slide) => slide.thumbnail)?.thumbnail ?? null,
    thumbnailMediaId: null,
    path: shown.path.map(withoutTitle),
    previous: shown.previous && withoutTitle(shown.previous),
    next: shown.next && withoutTitle(shown.next),
    userCanEdit: false,
  };
}

export function asSharedCaseItem(slide: CaseItem, by: ShownBy): CaseItem {
  const { share } = by;
  return {
    ...slide,
    ...(share.hides_slide_information ? { title: "", subtitle: "" } : {}),
    annotationsActive: slide.annotationsActive && !share.hides_annotations,
    slideInformation: slide.slideInformation && sharedSlideInformation(slide.slideInformation, by),
    thumbnail: sharedThumbnail(slide.thumbnail, by),
  };
}
