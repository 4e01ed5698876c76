/** A slide as a share shows it, without what the share hides (threat T-09). */
import type { Image, SlideInformation } from "@parfocal/core/image/image.contract.ts";
import { type ShownBy, sharedThumbnail, withTokenInTiles } from "#share-access/token-addresses.ts";

/** Attachments have no URLs that accept a token. */
const notShared = (): Partial<Image> => ({ attachments: [], job: null, userCanAnnotate: false, userCanEdit: false });

const noInformation = (): Partial<Image> => ({
  ...{ title: "", subtitle: "", summary: "", tags: [], customFields: [] },
  ...{ scanFacts: null, fileFormat: "", fileBytes: 0 },
});

export function asSharedImage(image: Image, { share, token }: ShownBy): Image {
  const isHidden = share.hides_slide_information;
  const { slideInformation } = image;
  const withoutTitle = <Step extends { readonly title: string }>(step: Step): Step =>
    isHidden ? { ...step, title: "" } : step;
  return {
    ...image,
    ...notShared(),
    ...(isHidden ? noInformation() : {}),
    postId: image.id,
    slideInformation: slideInformation && sharedSlideInformation(slideInformation, { share, token }),
    thumbnail: sharedThumbnail(image.thumbnail, { share, token }),
    annotationsActive: image.annotationsActive && !share.hides_annotations,
    path: image.path.map(withoutTitle),
    previous: image.previous && withoutTitle(image.previous),
    next: image.next && withoutTitle(image.next),
  };
}

/**
 * Tile URLs with the token. If information is hidden, channels, which are often named after their stain, are named by
 * number.
 */
export function sharedSlideInformation(information: SlideInformation, { share, token }: ShownBy): SlideInformation {
  const withToken = withTokenInTiles(information, token);
  const { planes } = withToken;
  if (!share.hides_slide_information || planes === null) return withToken;
  const channels = planes.channels.map((channel, index) => ({ ...channel, name: String(index + 1) }));
  return { ...withToken, planes: { ...planes, channels } };
}
