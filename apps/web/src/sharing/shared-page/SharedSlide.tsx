/** A shared slide in the viewer, opened as it was when the link was created. */
import type { Image } from "@parfocal/core/image/image.contract.ts";
import { formatSharedPath } from "@parfocal/core/share/share-path.ts";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { useSharedLink } from "#platform/shared-link.ts";
import { OpenedSlide } from "#slide/OpenedSlide.tsx";
import { SlideOpening } from "#slide/SlideOpening.tsx";
import { useImage } from "#slide/slide.api.ts";
import { useDarkPage } from "#slide/useDarkPage.ts";
import { useFilledPage } from "#ui/filled-page.ts";
import { usePagePlace } from "#ui/page-place.ts";
import { SharedFailure } from "./SharedFailure.tsx";
import type { Shared, SharedItemProps } from "./shared-item.ts";
import { crumbsBelow, nameOf, pathAround } from "./shared-place.ts";

export function SharedSlide(props: SharedItemProps) {
  const { place, shared, id, parentId } = props;
  const { t } = useTranslation();
  useDarkPage();
  useFilledPage();
  const isEmbedded = useSharedLink()?.isEmbedded ?? false;
  const { data, error, refetch } = useImage(id, parentId);
  const image = useMemo(() => {
    if (!data) return undefined;
    const named = {
      ...data,
      title: nameOf(t, { type: "image", title: data.title }),
      previous: data.previous && { ...data.previous, title: nameOf(t, data.previous) },
      next: data.next && { ...data.next, title: nameOf(t, data.next) },
    };
    return parentId === null ? asShared(named, shared) : named;
  }, [data, parentId, shared, t]);
  usePagePlace({ title: image?.title ?? "", crumbs: data ? crumbsBelow(t, place, data.path) : [] });
  const slidePlace = useMemo(
    () => ({
      ...{ siteId: place.siteId, imageId: id, parentId },
      place: { siteId: place.siteId, steps: place.steps },
      formatSteps: (steps: typeof place.steps) => formatSharedPath(place.token, steps),
    }),
    [place, id, parentId],
  );
  if (!image)
    return error ? (
      <SharedFailure error={error} isEmbedded={isEmbedded} onRetry={() => void refetch()} />
    ) : (
      <SlideOpening />
    );
  return <OpenedSlide place={slidePlace} image={image} backPath={pathAround(place)} />;
}

/** The view in the link takes precedence over the slide's opening view. */
function asShared(image: Image, { center, zoom, rotation, viewSettings }: Shared): Image {
  return {
    ...image,
    center: center ?? image.center,
    zoom: zoom ?? image.zoom,
    rotation: rotation ?? image.rotation,
    colour: viewSettings?.colour ?? image.colour,
  };
}
