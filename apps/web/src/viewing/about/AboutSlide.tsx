import { Attachments } from "#attachment/Attachments.tsx";
import { ContentBoxes } from "#box/ContentBoxes.tsx";
import { RelatedItems } from "#related/RelatedItems.tsx";
import type { SlideFeatureProps } from "#slide-feature/slide-feature-props.ts";

/** What the site knows of a slide beyond its file: its content boxes, what is attached to it, what belongs together with it. */
export function AboutSlide({ image, place }: Pick<SlideFeatureProps, "image" | "place">) {
  return (
    <>
      <ContentBoxes id={image.id} kind="image" />
      <Attachments imageId={image.id} attachments={image.attachments} userCanEdit={image.userCanEdit} />
      <RelatedItems siteId={place.siteId} imageId={image.id} />
    </>
  );
}
