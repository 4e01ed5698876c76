import { Attachments } from "#attachment/Attachments.tsx";
import { ContentBoxes } from "#box/ContentBoxes.tsx";
import { RelatedItems } from "#related/RelatedItems.tsx";
import type { SlideFeatureProps } from "#slide-feature/slide-feature-props.ts";

/** Information about a slide besides its file: content boxes, attachments and related items. */
export function AboutSlide({ image, place }: Pick<SlideFeatureProps, "image" | "place">) {
  return (
    <>
      <ContentBoxes id={image.id} kind="image" />
      <Attachments imageId={image.id} attachments={image.attachments} userCanEdit={image.userCanEdit} />
      <RelatedItems siteId={place.siteId} imageId={image.id} />
    </>
  );
}
