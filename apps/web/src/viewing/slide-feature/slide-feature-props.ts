/** Props of every tool of the slide page; a layer below the tools and the page that composes them. */
import type { Image } from "@parfocal/core/image/image.contract.ts";
import type { PublicPlace } from "@parfocal/core/item/public-path.ts";
import type { SlideViewer } from "@parfocal/viewer/slide-viewer.ts";

/** An image that can be shown. */
export type SeenImage = Image & { readonly slideInformation: NonNullable<Image["slideInformation"]> };

export function isSeenImage(image: Image): image is SeenImage {
  return image.state === "ready" && image.slideInformation !== null && image.slideInformation.levels.length > 0;
}

export interface SlideFeatureProps {
  readonly viewer: SlideViewer;
  readonly image: SeenImage;
  readonly place: Pick<PublicPlace, "siteId">;
  /** Whether its panel is visible. On the slide page one panel is open at a time. */
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly isSmallScreen: boolean;
}
