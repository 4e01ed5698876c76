/** A loaded slide: in the viewer, or the reason why it cannot be shown yet. */
import type { Image } from "@parfocal/core/image/image.contract.ts";
import { Suspense, use } from "react";
import { isSeenImage, type SeenImage } from "#slide-feature/slide-feature-props.ts";
import { SlideNotReady } from "./lazy-parts.ts";
import { SlideOpening } from "./SlideOpening.tsx";
import { SlideWorkspace } from "./SlideWorkspace.tsx";
import { loadExternalTileUrl } from "./slide-description.ts";
import type { SlidePlace } from "./slide-place.ts";

interface OpenedSlideProps {
  readonly place: SlidePlace;
  readonly image: Image;
  /** Path of the slide's parent; null: it has none. */
  readonly backPath: string | null;
}

export function OpenedSlide({ place, image, backPath }: OpenedSlideProps) {
  if (isSeenImage(image) && image.slideInformation.externalTiles === null) {
    return <SlideWorkspace place={place} image={image} externalUrl={null} />;
  }
  return (
    <Suspense fallback={<SlideOpening />}>
      {isSeenImage(image) ? (
        <ExternalSlide place={place} image={image} />
      ) : (
        <SlideNotReady image={image} backPath={backPath} />
      )}
    </Suspense>
  );
}

function ExternalSlide({ place, image }: { readonly place: SlidePlace; readonly image: SeenImage }) {
  return <SlideWorkspace place={place} image={image} externalUrl={use(loadExternalTileUrl())} />;
}
